"""What follows from a count of nothing isn't right.

given: multi_head_flops/wrong_answer/width_for_each_pair.py
base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 4 * ffn_mult
points: 1
finding: numbers-differ
"""
