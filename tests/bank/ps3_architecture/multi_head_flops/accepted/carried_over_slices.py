"""Lets heads read slices, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 2 * n_t * d**2 + (2 * n_t + 4 * n_s) * n_heads * d_head**2
given: head_costs/partial/slices_of_tokens.py
finding: accepted
"""
