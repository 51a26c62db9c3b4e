"""Adds l as it is.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, s[1] + t[1], a * s[2] + b * t[2]
points: 2.5
finding: l-added
"""
