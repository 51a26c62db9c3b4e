"""Keys and values that heads share, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_s * d**2
with: 4 * n_s * d * d_head
given: head_costs/partial/shared_keys.py
finding: accepted
"""
