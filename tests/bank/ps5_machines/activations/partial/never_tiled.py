"""Always keeps the weights.

points: 4
finding: never-tiled
base: accepted/lines.py
replace: mode in ("tiled", "recompute")
with: not mode
"""
