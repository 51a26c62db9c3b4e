"""Sends the whole array in each step, not a piece of it.

points: 3.5
finding: whole-array-or-all-devices
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return sum(n_bytes for _ in range(2 * (n_devices - 1)))
"""
