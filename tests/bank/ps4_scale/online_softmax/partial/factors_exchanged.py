"""e^(m_2 − m) for the first state.

base: accepted/short.py
replace: a, b = exp(s[0] - m), exp(t[0] - m)
with: b, a = exp(s[0] - m), exp(t[0] - m)
points: 1.5
finding: factors-exchanged
"""
