"""Lets a head read its slice of a token.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 2 * n_t * d**2 + (2 * n_t + 4 * n_s) * n_heads * d_head**2
points: 1.5
finding: heads-see-a-slice
"""
