"""W_o of one head.

base: accepted/formula.py
replace: 4 * n_t * d**2
with: 2 * n_t * d**2 + 2 * n_t * d * d_head
points: 1.5
finding: wo-of-one-head
"""
