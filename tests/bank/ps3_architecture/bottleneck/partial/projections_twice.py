"""The projections counted twice.

base: accepted/closed_formula.py
replace: (2 + ffn_mult)
with: (4 + ffn_mult)
points: 2
finding: projections-twice
"""
