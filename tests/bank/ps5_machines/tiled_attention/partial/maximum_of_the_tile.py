"""Takes the maximum of the tile alone.

base: accepted/columns_kept.py
replace: m_new = np.maximum(m, s.max(axis=1, keepdims=True))
with: m_new = s.max(axis=1, keepdims=True)
points: 3.75
finding: maximum-of-last-tile
"""
