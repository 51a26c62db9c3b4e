"""The output goes into the cache of values.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: out = (a[:, None] * V_new).sum(axis=0); return out, K_new, np.vstack([V_cache, out])
points: 4.5
finding: output-cached
"""
