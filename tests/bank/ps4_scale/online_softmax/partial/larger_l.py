"""max for +.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, max(s[1], t[1]), a * s[2] + b * t[2]
points: 2.5
finding: larger-l-kept
"""
