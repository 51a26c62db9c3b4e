"""No router, in any of the three.

points: 3.75
finding: router-forgotten
base: accepted/closed_forms.py
replace: router = d_model * n_experts
with: router = 0
replace: scored = d_model * n_experts
with: scored = 0
replace: scores = 2 * d_model * n_experts
with: scores = 0
"""
