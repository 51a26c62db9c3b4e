"""e^m_i / e^m.

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: a, b = exp(s[0]) / exp(m), exp(t[0]) / exp(m)
points: 2.25
finding: overflow
"""
