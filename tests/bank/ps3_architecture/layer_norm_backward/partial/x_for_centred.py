"""x in place of x − μ, through the variance.

base: accepted/staged.py
replace: dvariance * 2 * centred / d
with: dvariance * 2 * x / d
points: 2
finding: x-in-place-of-deviation
"""
