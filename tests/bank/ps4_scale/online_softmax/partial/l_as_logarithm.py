"""log l.

base: accepted/short.py
replace: from numpy import
with: from numpy import log,
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, log(a * s[1] + b * t[1]), a * s[2] + b * t[2]
points: 2.25
finding: l-as-logarithm
"""
