"""The printed L² biases, believed.

base: accepted/as_asked.py
replace: n * (d - n)
with: 0
points: 1.75
finding: bias-for-each-pair
"""
