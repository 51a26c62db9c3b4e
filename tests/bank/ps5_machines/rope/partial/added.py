"""Adds sines and cosines.

base: accepted/outer_product.py
replace: even * np.cos(theta) - odd * np.sin(theta)
with: even + np.sin(theta)
replace: even * np.sin(theta) + odd * np.cos(theta)
with: odd + np.cos(theta)
points: 1.75
finding: added-not-turned
"""
