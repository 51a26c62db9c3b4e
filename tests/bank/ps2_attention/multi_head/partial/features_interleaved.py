"""Every n_heads-th feature for a head, and the heads side by side.

base: accepted/loop_over_heads.py
replace: slice(h * size, (h + 1) * size)
with: slice(h, None, n_heads)
points: 2.5
finding: every-nth-feature-side-by-side
"""
