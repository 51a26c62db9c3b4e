"""Keeps the new key divided by √d, and takes the cached ones as if they were.

base: accepted/concatenate.py
replace: np.dot(params["W_k"], x)[None, :]
with: np.dot(params["W_k"], x)[None, :] / x.size**0.5
replace: s = np.dot(K_new, query) / x.size**0.5
with: s = np.dot(K_new, query)
points: 4
finding: scaled-key-cached
"""
