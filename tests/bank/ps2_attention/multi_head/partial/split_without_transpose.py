"""Reshapes (n, t, d) to (n, heads, t, d_head), and puts heads together as it should.

base: accepted/mask_repeated_for_each_head.py
replace: return x.reshape(b, -1, n_heads, e).swapaxes(1, 2).reshape(b * n_heads, -1, e)
with: return x.reshape(b * n_heads, -1, e)
points: 2.5
finding: reshaped-without-transpose
"""
