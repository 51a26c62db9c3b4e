"""Adds both as they are.

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: a = b = 1.0
points: 1.25
finding: l-and-o-added
"""
