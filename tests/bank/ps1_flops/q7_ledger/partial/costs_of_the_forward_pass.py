"""Copies what the arrays cost in the forward pass: one slip.

base: accepted/one_formula_per_line.py
replace: "dVt": 2 * L * o * h,
with: "dVt": 2 * L * o * L,
replace: "dV": 2 * L * o * L,
with: "dV": 2 * L * i * o,
replace: "dA": 2 * L * L * o,
with: "dA": 2 * L * L * a,
replace: "dQ": 2 * L * a * L,
with: "dQ": 2 * L * i * a,
replace: "dK": 2 * L * a * L,
with: "dK": 2 * L * i * a,
points: 4
finding: forward-cost
"""
