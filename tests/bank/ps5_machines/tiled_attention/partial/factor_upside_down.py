"""The factor is e^(new − old).

points: 2.5
finding: factor-upside-down
base: accepted/columns_kept.py
replace: c = np.exp(m - m_new)
with: c = np.where(np.isinf(m), 0, np.exp(m_new - m))
"""
