"""The router scores only the chosen.

points: 3.75
finding: router-of-chosen-only
base: accepted/closed_forms.py
replace: scored = d_model * n_experts
with: scored = d_model * top_k
replace: scores = 2 * d_model * n_experts
with: scores = 2 * d_model * top_k
"""
