"""The factors squared for o.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, a * s[1] + b * t[1], a * a * s[2] + b * b * t[2]
points: 2.25
finding: factors-on-o-twice
"""
