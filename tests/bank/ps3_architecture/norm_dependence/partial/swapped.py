"""Layer norm and batch norm exchanged.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i", "ii"}
replace: "batch norm, training": {"i", "ii"}
with: "batch norm, training": {"i", "iii"}
points: 0.5
finding: Tokens are normalised one by one
finding: the other tokens have a part in it
"""
