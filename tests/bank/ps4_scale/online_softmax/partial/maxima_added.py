"""m_1 + m_2.

base: accepted/short.py
replace: m = max(s[0], t[0])
with: m = s[0] + t[0]
points: 0.5
finding: m-added
"""
