"""Masks the future.

base: accepted/formulas.py
replace: n * n,
with: n * (n + 1) // 2,
points: 1.5
finding: causal-mask
"""
