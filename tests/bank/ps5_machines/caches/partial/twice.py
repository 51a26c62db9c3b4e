"""Keys and values of all of it.

base: accepted/two_kinds.py
replace: return n * n_layers * per
with: return 2 * n * n_layers * per
points: 2.5
finding: all-twice
"""
