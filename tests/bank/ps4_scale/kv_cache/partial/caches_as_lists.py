"""Lists in place of the caches.

base: accepted/concatenate.py
replace: sum(axis=0), K_new, V_new
with: sum(axis=0), K_new.tolist(), V_new.tolist()
points: 5
finding: array-type
"""
