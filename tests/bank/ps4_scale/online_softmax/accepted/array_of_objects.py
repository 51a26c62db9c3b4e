"""The three in an array of objects.

base: accepted/short.py
replace: from numpy import exp
with: from numpy import array, exp
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return array([m, a * s[1] + b * t[1], a * s[2] + b * t[2]], dtype=object)
"""
