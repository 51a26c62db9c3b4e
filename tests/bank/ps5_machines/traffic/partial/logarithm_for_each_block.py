"""Writes a logarithm for each block of keys.

base: accepted/step_by_step.py
replace: values + n * d + n
with: values + n * d + n * n_blocks
points: 3.25
finding: lse-for-each-block
"""
