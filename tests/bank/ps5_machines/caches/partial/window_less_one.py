"""A window without the newest token.

base: accepted/two_kinds.py
replace: min(n, window)
with: min(n, window - 1)
points: 2
finding: window-without-itself
"""
