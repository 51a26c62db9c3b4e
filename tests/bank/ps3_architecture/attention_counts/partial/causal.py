"""Masks the future.

base: accepted/formulas.py
replace: n * n,
with: n * (n + 1) // 2,
points: 2.4
finding: causal-mask
"""
