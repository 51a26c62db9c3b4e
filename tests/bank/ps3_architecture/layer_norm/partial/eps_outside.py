"""Adds eps to the root.

base: accepted/in_one_expression.py
replace: np.sqrt(x.var(axis=-1, keepdims=True) + eps)
with: (np.sqrt(x.var(axis=-1, keepdims=True)) + eps)
points: 2.25
finding: eps-outside-the-root
"""
