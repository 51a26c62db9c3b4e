"""Batch norm over the whole matrix.

base: accepted/as_asked.py
replace: "batch norm, training": {"i", "ii"}
with: "batch norm, training": {"i", "ii", "iii", "iv"}
points: 1.5
finding: batch norm, training: comments
"""
