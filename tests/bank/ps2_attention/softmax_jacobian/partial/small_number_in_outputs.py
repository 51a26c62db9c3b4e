"""A small number is added to the outputs.

base: accepted/broadcast.py
replace: return e / e.sum()
with: return e / e.sum() + 1e-9
points: 3
finding: small-number-in-outputs
"""
