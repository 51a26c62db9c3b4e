"""All devices together.

points: 3.5
finding: whole-array-or-all-devices
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return 2 * (n_devices - 1) * n_bytes
"""
