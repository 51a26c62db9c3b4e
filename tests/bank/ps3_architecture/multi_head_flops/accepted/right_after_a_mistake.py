"""Right, though W_o was forgotten before.

base: accepted/formula.py
replace: 4 * n_t * d**2 +
with: 4 * d**2 * n_t +
given: head_costs/partial/no_output.py
"""
