"""Reads queries again for each block of keys.

base: accepted/step_by_step.py
replace: return n * d + keys
with: return n_blocks * n * d + keys
points: 3.25
finding: again-for-each-block
"""
