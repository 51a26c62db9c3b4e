"""Divides by the variance.

base: accepted/in_three_means.py
replace:  * (dz * z).mean(axis=1, keepdims=True)) / s
with:  * (dz * z).mean(axis=1, keepdims=True)) / s**2
points: 2
finding: dx-divided-by-variance
"""
