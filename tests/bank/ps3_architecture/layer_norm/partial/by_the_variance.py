"""Divides by the variance.

base: accepted/in_one_expression.py
replace: np.sqrt(x.var(axis=-1, keepdims=True) + eps)
with: (x.var(axis=-1, keepdims=True) + eps)
points: 1.5
finding: divided-by-variance
"""
