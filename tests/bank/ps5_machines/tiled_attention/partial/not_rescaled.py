"""Never rescales.

base: accepted/columns_kept.py
replace: c = np.exp(m - m_new)
with: c = 1.0
points: 2.5
finding: not-rescaled
"""
