"""Σ e^s_j.

base: accepted/short.py
replace: return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
with: return m, exp(s[0]) * s[1] + exp(t[0]) * t[1], exp(s[0]) * s[2] + exp(t[0]) * t[2]
points: 1.5
finding: maximum-not-taken-out
"""
