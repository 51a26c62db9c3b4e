"""W_o of one head, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_t * d**2
with: 2 * n_t * d**2 + 2 * n_t * d * d_head
given: head_costs/partial/output_of_one_head.py
finding: accepted
"""
