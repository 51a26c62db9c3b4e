"""Reads keys and values once in all.

base: accepted/step_by_step.py
replace: keys, values = n_blocks * n * d, n_blocks * n * d
with: keys, values = n * d, n * d
points: 3.25
finding: keys-read-once
"""
