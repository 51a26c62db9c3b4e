"""Computes in float32.

base: accepted/in_one_expression.py
replace:     mu = x.mean(
with:     x = np.asarray(x, np.float32); mu = x.mean(
points: 2.5
finding: a mean of a million: single-precision
"""
