"""RMSNorms have shifts.

points: 3.75
finding: norms-have-shifts
base: accepted/closed_forms.py
replace: (2 * n_layers + 1)
with: 2 * (2 * n_layers + 1)
"""
