"""Returns the output in the place of o.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: l = a * s[1] + b * t[1]; return m, l, (a * s[2] + b * t[2]) / l
points: 1.75
finding: o-divided-by-l
"""
