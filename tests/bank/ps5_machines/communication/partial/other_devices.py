"""A slip: divides among the others.

points: 2.5
finding: numbers-differ
base: accepted/formulas.py
replace: 2 * (attention + block) / n_devices
with: 2 * (attention + block) / (n_devices + 1)
"""
