"""A dot product of n numbers as 2n − 1.

points: 3.75
finding: dot-product-2n-1
base: accepted/closed_forms.py
replace: 2 * d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
with: (2 * d_model - 1) * d_head * (n_heads + 2 * n_kv_heads) + (2 * n_heads * d_head - 1) * d_model
replace: top_k * 3 * 2 * d_model * d_ff
with: top_k * (2 * d_ff * (2 * d_model - 1) + d_model * (2 * d_ff - 1))
replace: scores = 2 * d_model * n_experts
with: scores = (2 * d_model - 1) * n_experts
replace: (maps + used + scores) + 2 * vocab_size * d_model
with: (maps + used + scores) + vocab_size * (2 * d_model - 1)
"""
