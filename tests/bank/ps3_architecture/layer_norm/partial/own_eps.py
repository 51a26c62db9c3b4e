"""An eps of its own.

base: accepted/in_one_expression.py
replace: keepdims=True) + eps)
with: keepdims=True) + 1e-5)
points: 1.5
finding: own-eps
"""
