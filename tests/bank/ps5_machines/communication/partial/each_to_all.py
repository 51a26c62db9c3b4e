"""Everything to everybody.

points: 3.5
finding: each-to-all
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return (n_devices - 1) * n_bytes
"""
