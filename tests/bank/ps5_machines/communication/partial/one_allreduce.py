"""One all-reduce in a layer.

points: 3.25
finding: half-the-ratio
base: accepted/formulas.py
replace: sending = 2 * allreduce
with: sending = allreduce
"""
