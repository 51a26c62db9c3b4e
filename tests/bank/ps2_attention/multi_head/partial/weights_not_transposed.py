"""Multiplies with the weights as they are.

base: accepted/mask_repeated_for_each_head.py
replace: o = scaled_dot_product_attention(split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T), mask, causal)
with: o = scaled_dot_product_attention(split(q @ W_q), split(k @ W_k), split(v @ W_v), mask, causal)
replace: return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o.T
with: return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o
points: 3.75
finding: weights-not-transposed
"""
