"""Takes o to be a mean, weights it with l and returns a mean.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: l = a * s[1] + b * t[1]; return m, l, (a * s[1] * s[2] + b * t[1] * t[2]) / l
points: 2.25
finding: o-is-o-over-l
"""
