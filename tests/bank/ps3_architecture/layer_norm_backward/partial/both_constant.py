"""Mean and spread as constants.

base: accepted/in_three_means.py
replace: (dz - dz.mean(axis=1, keepdims=True) - z * (dz * z).mean(axis=1, keepdims=True)) / s
with: dz / s
points: 2
finding: mean-and-deviation-constant
"""
