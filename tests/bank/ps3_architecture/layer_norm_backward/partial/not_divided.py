"""Forgets to divide.

base: accepted/in_three_means.py
replace:  * (dz * z).mean(axis=1, keepdims=True)) / s
with:  * (dz * z).mean(axis=1, keepdims=True))
points: 2
finding: dx-not-divided
"""
