"""Takes the line scale off the products.

base: accepted/five_formulas.py
replace: "products": 0,
with: "products": -(seq_len**2),
replace: -5 * seq_len**2
with: -4 * seq_len**2
points: 1.75
finding: scale-with-products
"""
