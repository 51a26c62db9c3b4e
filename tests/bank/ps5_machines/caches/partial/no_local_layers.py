"""Layers with a window keep nothing.

base: accepted/two_kinds.py
replace: full * n + local * min(n, window)
with: full * n
points: 2
finding: global-layers-alone
"""
