"""Reads and writes the output for each block of keys.

base: accepted/step_by_step.py
replace: values + n * d + n
with: values + 2 * n_blocks * n * d + n
points: 3.25
finding: output-reread
"""
