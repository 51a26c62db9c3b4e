"""Goes through all tiles, with a maximum for each.

base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(0, n, block)
replace: p = np.exp(s - m_new)
with: own = s.max(axis=1, keepdims=True); p = np.exp(s - own) * np.exp(own - m_new)
points: 2
finding: nan-in-masked-tile
"""
