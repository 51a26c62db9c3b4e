"""Maps of one head, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 2 * n_t * d**2 + (2 * n_t + 4 * n_s) * d * d_head
given: head_costs/partial/maps_of_one_head.py
finding: accepted
"""
