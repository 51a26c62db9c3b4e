"""The active ones as a share of the total.

points: 1.5
finding: total-times-share
base: accepted/from_each_other.py
replace: return total - n_layers * (n_experts - top_k) * 3 * d_model * d_ff
with: return total * top_k / n_experts
"""
