"""Layer norm and batch norm exchanged.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i", "ii"}
replace: "batch norm, training": {"i", "ii"}
with: "batch norm, training": {"i", "iii"}
points: 1
finding: rows and columns have changed places
finding: Tokens are normalised one by one
finding: the other tokens have a part in it
"""
