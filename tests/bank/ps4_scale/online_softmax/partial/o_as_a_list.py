"""A list in the place of o.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, a * s[1] + b * t[1], (a * s[2] + b * t[2]).tolist()
points: 1.75
finding: array-type
"""
