"""The logarithm of the whole sum in the place of the largest score.

base: accepted/short.py
replace: from numpy import
with: from numpy import log,
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: l = a * s[1] + b * t[1]; return m + log(l), 1.0, (a * s[2] + b * t[2]) / l
points: 2.25
finding: normalised-to-one
"""
