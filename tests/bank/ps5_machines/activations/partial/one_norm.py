"""One norm in a layer.

points: 4.75
finding: one-norm-only
base: accepted/lines.py
replace: "norm_inputs": 2 * n
with: "norm_inputs": n
"""
