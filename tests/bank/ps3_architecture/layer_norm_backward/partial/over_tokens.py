"""Means over tokens in the way back.

base: accepted/in_three_means.py
replace: dz.mean(axis=1, keepdims=True) - z
with: dz.mean(axis=0) - z
replace: (dz * z).mean(axis=1, keepdims=True)
with: (dz * z).mean(axis=0)
points: 2
finding: means-over-tokens
"""
