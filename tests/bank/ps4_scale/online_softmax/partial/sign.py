"""e^(m − m_i).

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: a, b = exp(m - s[0]), exp(m - t[0])
points: 1.5
finding: exponent-sign
"""
