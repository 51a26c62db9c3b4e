"""Writes over the last row, if there is one.

base: accepted/concatenate.py
replace: axis=0), K_new, V_new
with: axis=0), np.vstack([K_cache[:-1], K_new[-1:]])[: len(K_cache)], np.vstack([V_cache[:-1], V_new[-1:]])[: len(V_cache)]
points: 4
finding: last-row-overwritten
"""
