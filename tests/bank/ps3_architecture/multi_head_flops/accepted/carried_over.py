"""Forgets W_o, as in the costs of heads, where that was charged.

base: accepted/formula.py
replace: 4 * n_t * d**2
with: 2 * n_t * d**2
given: head_costs/partial/no_output.py
finding: accepted
"""
