"""The mean as a constant.

base: accepted/in_three_means.py
replace:  - dz.mean(axis=1, keepdims=True)
with: 
points: 2
finding: mean-constant
"""
