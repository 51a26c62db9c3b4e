"""A step too many: one for all products, then U − 1 additions.

base: accepted/as_asked.py
replace: return U + 1 +
with: return U + 2 +
points: 2.75
finding: step-too-many
"""
