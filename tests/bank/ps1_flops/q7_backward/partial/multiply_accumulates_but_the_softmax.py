"""Counts multiply–accumulates in the products, and FLOPs in the line softmax.

base: accepted/sum_of_a_ledger.py
replace: 2 * L * h, "dH"
with: L * h, "dH"
replace: "dW1": 2 * L * h * o
with: "dW1": L * h * o
replace: "dVt": 2 * L * h * o
with: "dVt": L * h * o
replace: "dV": 2 * L * L * o, "dA": 2 * L * L * o
with: "dV": L * L * o, "dA": L * L * o
replace: "dQ": 2 * L * L * a, "dK": 2 * L * L * a, "dWq": 2 * L * a * i
with: "dQ": L * L * a, "dK": L * L * a, "dWq": L * a * i
replace: "dWk": 2 * L * a * i, "dWv": 2 * L * o * i
with: "dWk": L * a * i, "dWv": L * o * i
points: 0.75
finding: multiply-accumulates(softmax)
"""
