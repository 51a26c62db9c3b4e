"""Takes the rows of the caches for tokens.

base: accepted/concatenate.py
replace: (K_cache, np
with: (K_cache @ params["W_k"].T, np
replace: (V_cache, np
with: (V_cache @ params["W_v"].T, np
points: 4
finding: caches-projected-again
"""
