"""μ − x.

base: accepted/in_one_expression.py
replace: (x - mu)
with: (mu - x)
points: 1.5
finding: sign-reversed
"""
