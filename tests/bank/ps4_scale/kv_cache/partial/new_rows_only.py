"""Only the new rows of the caches.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: return (a[:, None] * V_new).sum(axis=0), K_new[-1:], V_new[-1:]
points: 4.25
finding: new-rows-only
"""
