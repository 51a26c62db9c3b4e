"""No output map.

points: 3.25
finding: output-map-missing
base: accepted/formulas.py
replace: (2 * n_heads + 2 * n_kv_heads)
with: (n_heads + 2 * n_kv_heads)
"""
