"""Thinks that only the other features count.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"iii"}
points: 1
finding: “i” is missing: an entry is shifted and scaled, so it depends on what it was
"""
