"""Everything once, to one device.

points: 3.5
finding: to-one-device
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return n_bytes
"""
