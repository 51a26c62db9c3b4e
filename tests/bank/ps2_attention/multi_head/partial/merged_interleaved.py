"""The heads are put together feature by feature.

base: accepted/mask_repeated_for_each_head.py
replace: return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o.T
with: return o.reshape(b, n_heads, tl, e).transpose(0, 2, 3, 1).reshape(b, tl, d) @ W_o.T
points: 2.5
finding: merged-interleaved
"""
