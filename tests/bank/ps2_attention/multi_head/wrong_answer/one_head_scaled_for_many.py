"""One attention over the full width, with the scale of a head.

base: wrong_answer/one_head.py
replace: scaled_dot_product_attention(q @ W_q.T, k
with: scaled_dot_product_attention(q @ W_q.T * n_heads**0.5, k
finding: one-head
"""
