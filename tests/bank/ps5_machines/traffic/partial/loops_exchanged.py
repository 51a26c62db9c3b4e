"""Keys and values are read once, queries anew for each block of keys.

base: accepted/step_by_step.py
replace: return n * d + keys + values + n * d + n
with: return n_blocks * n * d + 2 * n * d + n * d + n
points: 3.25
finding: loops-exchanged-or-causal
"""
