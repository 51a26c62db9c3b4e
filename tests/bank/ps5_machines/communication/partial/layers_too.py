"""A slip: a layer for each device.

points: 2.5
finding: numbers-differ
base: accepted/formulas.py
replace: return sending / computing
with: return sending / computing * n_devices**2
"""
