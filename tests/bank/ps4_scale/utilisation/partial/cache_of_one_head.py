"""The keys and values of one head.

base: accepted/closed_formulas.py
replace: numbers = weights + 2 * n_layers * t * d_model * batch
with: numbers = weights + 2 * n_layers * t * d_model // n_heads * batch
points: 2.25
finding: keys-of-one-head
"""
