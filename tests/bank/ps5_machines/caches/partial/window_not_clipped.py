"""A full window from the start.

base: accepted/two_kinds.py
replace: min(n, window)
with: window
points: 2.75
finding: window-not-clipped
"""
