"""Puts heads together without moving their axis back.

base: accepted/mask_repeated_for_each_head.py
replace: return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o.T
with: return o.reshape(b, tl, d) @ W_o.T
points: 2.5
finding: merged-without-transpose
"""
