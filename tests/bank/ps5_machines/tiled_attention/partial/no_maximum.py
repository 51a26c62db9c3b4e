"""Exponentials as they are.

base: accepted/columns_kept.py
replace: m_new = np.maximum(m, s.max(axis=1, keepdims=True))
with: m_new = np.zeros_like(m)
points: 3.25
finding: no-maximum
"""
