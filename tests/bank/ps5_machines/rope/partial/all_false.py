"""The same for every fact.

base: accepted/outer_product.py
replace: "shift": "true"
with: "shift": "false"
replace: "cached": "true"
with: "cached": "false"
points: 3
finding: chose-the-same
"""
