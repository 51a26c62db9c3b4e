"""The spread as a constant.

base: accepted/in_three_means.py
replace:  - z * (dz * z).mean(axis=1, keepdims=True)
with: 
points: 2
finding: deviation-constant
"""
