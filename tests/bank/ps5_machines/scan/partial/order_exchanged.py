"""The earlier acts on the later.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = a_1 * b_2 + b_1
points: 2.25
finding: order-exchanged
"""
