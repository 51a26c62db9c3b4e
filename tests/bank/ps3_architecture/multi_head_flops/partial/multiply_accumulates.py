"""Counts multiply–accumulates.

base: accepted/formula.py
replace: return 4 * n_t * d**2 + 4 * n_s * d**2 + 4 * n_t * n_s * d
with: return 2 * n_t * d**2 + 2 * n_s * d**2 + 2 * n_t * n_s * d
points: 2.25
finding: multiply-accumulates
"""
