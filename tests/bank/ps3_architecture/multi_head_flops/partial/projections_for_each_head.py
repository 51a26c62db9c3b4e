"""D² for each head.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 4 * n_heads * (n_t + n_s) * d**2
points: 1.5
finding: projections-for-each-head
"""
