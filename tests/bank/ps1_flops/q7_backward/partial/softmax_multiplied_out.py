"""Multiplies by A twice in the line softmax.

base: accepted/products_and_elementwise.py
replace: softmax = L * (2 * L) + 2 * L**2
with: softmax = L * (2 * L) + 3 * L**2
points: 0.75
finding: one-of(softmax-multiplied-out or counted-twice(scale))
"""
