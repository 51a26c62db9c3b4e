"""The sum of squares in place of their mean.

base: accepted/in_one_expression.py
replace: x.var(axis=-1, keepdims=True)
with: x.shape[-1] * x.var(axis=-1, keepdims=True)
points: 1.5
finding: variance-is-a-sum
"""
