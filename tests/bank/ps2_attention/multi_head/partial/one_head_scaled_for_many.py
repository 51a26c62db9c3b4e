"""One attention over the full width, with the scale of a head.

base: partial/one_head.py
replace: scaled_dot_product_attention(q @ W_q.T, k
with: scaled_dot_product_attention(q @ W_q.T * n_heads**0.5, k
points: 2.5
finding: one-head
"""
