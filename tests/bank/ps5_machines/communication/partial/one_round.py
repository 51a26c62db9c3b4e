"""One round.

points: 3.5
finding: all-gather-only
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return (n_devices - 1) * n_bytes / n_devices
"""
