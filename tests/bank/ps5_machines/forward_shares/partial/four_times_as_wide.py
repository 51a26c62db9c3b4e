"""Takes d_ff for 4 d_model.

points: 2.25
finding: d-ff-is-4-d
base: accepted/line_by_line.py
replace: d_model * d_ff
with: 4 * d_model**2
"""
