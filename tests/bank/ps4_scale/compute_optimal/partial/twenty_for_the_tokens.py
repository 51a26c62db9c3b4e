"""20 tokens for each weight of the right size.

base: accepted/closed_form.py
replace: return n, flops / (6 * n)
with: return n, 20 * n
points: 1.5
finding: tokens-twenty-a-weight
"""
