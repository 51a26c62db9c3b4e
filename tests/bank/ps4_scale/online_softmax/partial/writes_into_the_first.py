"""Rescales o of the first state in place.

base: accepted/short.py
replace: from numpy import exp, inf
with: from numpy import exp, inf  # in place
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: o = s[2]; o *= a; o += b * t[2]; return m, a * s[1] + b * t[1], o
points: 2.25
finding: a-function: changes-argument
"""
