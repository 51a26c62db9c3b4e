"""The norms stay.

base: accepted/one_after_another.py
replace: products = 32 * 2 * matrices
with: products = 32 * 2 * (matrices + norms)
points: 3.5
finding: norms-kept
"""
