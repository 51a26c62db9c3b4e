"""Weights take two bytes.

base: accepted/closed_formulas.py
replace: numbers = weights + 2 * n_layers * t * d_model * batch
with: cache = 2 * n_layers * t * d_model * batch
replace: return flops / (bytes_per_value * numbers)
with: return flops / (2 * weights + bytes_per_value * cache)
points: 2.25
finding: weight-takes-bytes-per-value
"""
