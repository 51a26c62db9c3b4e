"""Keeps the state with the larger maximum.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return s if s[0] > t[0] else t
points: 2
finding: larger-state-kept
"""
