"""Layer norms without shifts.

points: 3.5
finding: norm-shifts-forgotten
base: accepted/closed_forms.py
replace: norms = 4
with: norms = 2
replace: + layers + 2 * d_model
with: + layers + d_model
"""
