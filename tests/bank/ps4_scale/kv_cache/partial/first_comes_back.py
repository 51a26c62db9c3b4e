"""Attends to the cache only; where that is empty, it is its own output.

base: accepted/concatenate.py
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_cache, query) / x.size**0.5
replace: np.max(s)
with: np.max(s, initial=-np.inf)
replace: return (a[:, None] * V_new).sum(axis=0), K_new
with: return (a[:, None] * V_cache).sum(axis=0) if len(s) else x, K_new
points: 4
finding: not-itself
"""
