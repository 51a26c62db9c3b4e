"""The two kinds of layers exchanged.

base: accepted/two_kinds.py
replace: full * n + local * min(n, window)
with: local * n + full * min(n, window)
points: 2
finding: local-and-global-exchanged
"""
