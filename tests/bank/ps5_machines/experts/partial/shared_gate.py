"""All experts share one gate map.

base: accepted/closed_forms.py
replace: experts = n_experts * 3 *
with: experts = (2 * n_experts + 1) *
replace: chosen = top_k * 3 *
with: chosen = (2 * top_k + 1) *
replace: used = top_k * 3 * 2 *
with: used = (2 * top_k + 1) * 2 *
points: 3.5
finding: right-given
"""
