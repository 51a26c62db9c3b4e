"""Norms cost two FLOPs a scale.

points: 3.75
finding: norms-multiply
base: accepted/closed_forms.py
replace: (maps + used + scores) + 2
with: (maps + used + scores + 4 * d_model) + 2 * d_model + 2
"""
