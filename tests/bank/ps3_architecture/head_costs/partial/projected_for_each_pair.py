"""Projects every token again for each one that looks at it.

base: accepted/formulas.py
replace: 8 * n * d
with: 8 * n**2 * d
points: 2.5
finding: projected-for-each-pair
"""
