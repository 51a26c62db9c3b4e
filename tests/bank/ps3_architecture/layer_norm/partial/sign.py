"""μ − x.

base: accepted/in_one_expression.py
replace: (x - mu)
with: (mu - x)
points: 1.5
finding: the sign of z is reversed
"""
