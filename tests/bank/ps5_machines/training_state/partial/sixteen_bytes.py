"""Sixteen bytes for the optimiser alone.

points: 1
finding: sixteen-for-adam
base: accepted/ifs.py
replace: (4 + 4 + 4)
with: (4 + 4 + 4 + 4)
"""
