"""Keys and values are exchanged.

base: accepted/concatenate.py
replace: (K_cache, np.dot(params["W_k"], x)
with: (K_cache, np.dot(params["W_v"], x)
replace: (V_cache, np.dot(params["W_v"], x)
with: (V_cache, np.dot(params["W_k"], x)
points: 4
finding: keys-and-values-exchanged
"""
