"""Keeps attention weights while recomputing.

points: 4.25
finding: naive-while-recomputing
base: accepted/lines.py
replace: mode in ("tiled", "recompute")
with: mode == "tiled"
"""
