"""The new key meets the keys of the cache; the query is not used.

base: accepted/concatenate.py
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_new, K_new[-1]) / x.size**0.5
points: 4
finding: key-in-place-of-query
"""
