"""The token goes into both caches.

base: accepted/concatenate.py
replace: sum(axis=0), K_new, V_new
with: sum(axis=0), np.vstack([K_cache, x]), np.vstack([V_cache, x])
points: 4
finding: token-in-the-caches
"""
