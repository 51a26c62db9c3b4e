"""Layer norm over the whole matrix.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i", "ii", "iii", "iv"}
points: 1
finding: layer norm: comments
"""
