"""Takes o for a mean.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: l = s[1] + t[1]; return m, l, (s[1] * s[2] + t[1] * t[2]) / l
points: 1.5
finding: o-as-mean
"""
