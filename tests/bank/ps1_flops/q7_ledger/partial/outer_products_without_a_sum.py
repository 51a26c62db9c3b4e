"""Gradients of weights as outer products of two vectors: 1 per entry, no sum over the tokens.

base: accepted/one_formula_per_line.py
replace: "dW1": 2 * h * o * L,
with: "dW1": h * o,
replace: "dWq": 2 * a * i * L,
with: "dWq": a * i,
replace: "dWk": 2 * a * i * L,
with: "dWk": a * i,
replace: "dWv": 2 * o * i * L,
with: "dWv": o * i,
points: 4.5
finding: sum-over-tokens-missing
"""
