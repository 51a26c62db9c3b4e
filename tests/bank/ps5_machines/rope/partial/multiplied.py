"""Multiplies by sines and cosines.

base: accepted/outer_product.py
replace: even * np.cos(theta) - odd * np.sin(theta)
with: even * np.cos(theta)
replace: even * np.sin(theta) + odd * np.cos(theta)
with: odd * np.sin(theta)
points: 2.75
finding: sines-multiply
"""
