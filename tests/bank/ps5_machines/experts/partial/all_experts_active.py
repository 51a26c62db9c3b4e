"""Everything is active.

points: 3.75
finding: all-experts
base: accepted/closed_forms.py
replace: chosen = top_k
with: chosen = n_experts
replace: used = top_k
with: used = n_experts
"""
