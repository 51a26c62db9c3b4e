"""Takes the second maximum to be the larger one when it rescales.

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: a, b = exp(s[0] - m), 1.0
points: 2
finding: first-state-only
"""
