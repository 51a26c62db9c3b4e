"""With what a device has of everything.

base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return n_bytes / n_devices * sum(2 for _ in range(n_devices - 1))
"""
