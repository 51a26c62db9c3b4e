"""K and V come back in the wrong order.

base: accepted/concatenate.py
replace: sum(axis=0), K_new, V_new
with: sum(axis=0), V_new, K_new
points: 4
finding: caches-exchanged
"""
