"""Zeros.

finding: constant
base: accepted/formulas.py
replace: return 2 * (n_devices - 1) * n_bytes / n_devices
with: return 0
replace: return sending / per_token
with: return 0
replace: return sending / computing
with: return 0.0
"""
