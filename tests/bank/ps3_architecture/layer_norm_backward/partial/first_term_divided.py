"""Only dz is divided by the root.

base: accepted/in_three_means.py
replace: (dz - dz.mean(axis=1, keepdims=True) - z * (dz * z).mean(axis=1, keepdims=True)) / s
with: dz / s - dz.mean(axis=1, keepdims=True) - z * (dz * z).mean(axis=1, keepdims=True)
points: 2
finding: first-term-divided-only
"""
