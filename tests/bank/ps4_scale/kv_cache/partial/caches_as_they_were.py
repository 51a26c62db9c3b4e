"""Returns the caches that came in.

base: accepted/concatenate.py
replace: sum(axis=0), K_new, V_new
with: sum(axis=0), K_cache, V_cache
points: 4
finding: caches-unchanged
"""
