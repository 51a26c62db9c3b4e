"""Right, though the count before was not.

given: multi_head_flops/partial/no_weighted_sums.py
base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: ffn_mult * d_model + 2 * d_model
"""
