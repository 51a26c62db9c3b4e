"""All layers keep all.

base: accepted/two_kinds.py
replace: min(n, window)
with: n
points: 2
finding: no-window
"""
