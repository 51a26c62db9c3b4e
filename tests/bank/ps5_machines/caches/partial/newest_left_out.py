"""Before the newest token, in both.

base: accepted/two_kinds.py
replace: return n * n_layers
with: return (n - 1) * n_layers
replace: full * n + local * min(n, window)
with: full * (n - 1) + local * min(n - 1, window)
points: 1.5
finding: without-itself
"""
