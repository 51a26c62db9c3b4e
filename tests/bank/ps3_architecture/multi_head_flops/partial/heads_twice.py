"""Multiplies scores as wide as a token by the number of heads.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_s * d * n_heads
points: 1.5
finding: heads-counted-twice
"""
