"""The caches keep tokens, which are projected when they are used.

base: accepted/concatenate.py
replace: np.dot(params["W_k"], x)[None, :]
with: x[None, :]
replace: np.dot(params["W_v"], x)[None, :]
with: x[None, :]
replace: s = np.dot(K_new, query)
with: s = np.dot(K_new @ params["W_k"].T, query)
replace: (a[:, None] * V_new)
with: (a[:, None] * (V_new @ params["W_v"].T))
points: 4
finding: tokens-cached
"""
