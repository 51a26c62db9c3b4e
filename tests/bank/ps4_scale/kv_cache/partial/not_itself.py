"""The new token attends to the cache only.

base: accepted/concatenate.py
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_cache, query) / x.size**0.5
replace: (a[:, None] * V_new)
with: (a[:, None] * V_cache)
points: 4
finding: not-itself
"""
