"""Reads them for each query.

base: accepted/step_by_step.py
replace: n_blocks = n // block
with: n_blocks = n
points: 3.25
finding: keys-once-per-query
"""
