"""Layer norm and batch norm exchanged.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i", "ii"}
replace: "batch norm, training": {"i", "ii"}
with: "batch norm, training": {"i", "iii"}
points: 0.5
finding: rows-and-columns-exchanged
finding: layer norm: comments
finding: batch norm, training: option-missing
"""
