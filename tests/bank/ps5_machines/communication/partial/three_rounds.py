"""Three rounds, on which the others rest.

base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return 3 * (n_devices - 1) * n_bytes / n_devices
points: 3.5
finding: factor
"""
