"""Applies W_o to those that are asked as well.

base: accepted/formula.py
replace: 4 * n_s * d**2
with: 6 * n_s * d**2
points: 2
finding: wo-on-those-asked-too
"""
