"""The new row stands first in the caches.

base: accepted/concatenate.py
replace: (K_cache, np.dot(params["W_k"], x)[None, :])
with: (np.dot(params["W_k"], x)[None, :], K_cache)
replace: (V_cache, np.dot(params["W_v"], x)[None, :])
with: (np.dot(params["W_v"], x)[None, :], V_cache)
points: 5.25
finding: new-row-first
"""
