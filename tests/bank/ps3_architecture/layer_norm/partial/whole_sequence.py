"""Mean and variance of a whole sequence.

base: accepted/in_one_expression.py
replace: mu = x.mean(axis=-1,
with: axes = tuple(range(1, x.ndim)) or None; mu = x.mean(axis=axes,
replace: x.var(axis=-1,
with: x.var(axis=axes,
points: 2.5
finding: three axes: moments-of-a-sequence
"""
