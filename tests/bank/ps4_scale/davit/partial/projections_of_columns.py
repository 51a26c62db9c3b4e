"""The layer of the patches, put on the transposed image: n × n projections.

base: accepted/closed_formula.py
replace: return 4 * n * d**2
with: return 4 * n * d**2 + 6 * n**2 * d
points: 2.75
finding: projections-n-by-n
"""
