"""One step in a round.

points: 3.5
finding: one-step
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return 2 * n_bytes / n_devices
"""
