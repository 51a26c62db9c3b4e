"""Splits features as (d_head, heads).

base: accepted/mask_repeated_for_each_head.py
replace: return x.reshape(b, -1, n_heads, e).swapaxes(1, 2).reshape(b * n_heads, -1, e)
with: return x.reshape(b, -1, e, n_heads).transpose(0, 3, 1, 2).reshape(b * n_heads, -1, e)
replace: return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o.T
with: return o.reshape(b, n_heads, tl, e).transpose(0, 2, 3, 1).reshape(b, tl, d) @ W_o.T
points: 3.75
finding: every-nth-feature
"""
