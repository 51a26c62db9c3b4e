"""Takes the first maximum to be the larger one when it rescales.

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: a, b = 1.0, exp(t[0] - m)
points: 2
finding: second-state-only
"""
