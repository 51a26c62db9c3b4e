"""Does not hand causal on.

base: accepted/mask_repeated_for_each_head.py
replace: o = scaled_dot_product_attention(split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T), mask, causal)
with: o = scaled_dot_product_attention(split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T), mask)
points: 3
finding: causal-ignored
"""
