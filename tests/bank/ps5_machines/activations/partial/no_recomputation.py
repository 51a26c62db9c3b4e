"""Keeps everything while recomputing.

points: 4.25
finding: still-all-layers
base: accepted/lines.py
replace: mode == "recompute"
with: mode == "again"
"""
