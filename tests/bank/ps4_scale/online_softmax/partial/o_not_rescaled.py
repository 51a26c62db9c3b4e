"""Adds o as it is.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, a * s[1] + b * t[1], s[2] + t[2]
points: 1.75
finding: o-added
"""
