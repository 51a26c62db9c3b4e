"""Charges five for each score.

base: accepted/formula.py
replace: + 4 * n_t * n_s * d
with: + 4 * n_t * n_s * d + 5 * n_heads * n_t * n_s
points: 2.25
finding: softmax-charged(5)
"""
