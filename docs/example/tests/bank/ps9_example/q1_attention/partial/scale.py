"""The scale costs n² as well.

base: accepted/formula.py
replace: 2 * n * n * (d_k + d_v)
with: 2 * n * n * (d_k + d_v) + n**2
points: 1.5
finding: scale-charged
"""
