"""All matrices of one head, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 4 * (n_t + n_s) * d * d_head
given: head_costs/partial/weights_of_one_head.py
finding: accepted
"""
