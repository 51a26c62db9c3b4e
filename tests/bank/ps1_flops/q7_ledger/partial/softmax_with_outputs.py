"""An honest other way: the row dot products are taken of dṼ and Ṽ.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L,
with: "softmax": 2 * L * L + 2 * L * o,
points: 5.5
finding: row-dot-products-of-v-tilde
"""
