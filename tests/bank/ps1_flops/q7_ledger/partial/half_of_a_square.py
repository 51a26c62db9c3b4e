"""Takes S and what has its shape for symmetric.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": L * (L + 1) // 2,
points: 5.5
finding: half-of-a-square
"""
