"""Takes as many steps as there are devices, twice.

points: 3.5
finding: limit-of-many
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return 2 * n_devices * (n_bytes // n_devices)
"""
