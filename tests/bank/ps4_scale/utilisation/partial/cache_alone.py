"""Reads the cache alone.

base: accepted/closed_formulas.py
replace: numbers = weights + 2 * n_layers * t * d_model * batch
with: numbers = 2 * n_layers * t * d_model * batch
points: 2.25
finding: weights-left-out
"""
