"""Two FLOPs for each weight that is read.

base: accepted/closed_formulas.py
replace: 4 * n_layers * t * d_model)
with: 0)
replace: numbers = weights + 2 * n_layers * t * d_model * batch
with: numbers = weights
points: 2.25
finding: cache-of-one-sequence
"""
