"""The lines dQ, dK and dV by what these arrays cost forward.

base: accepted/one_formula_per_line.py
replace: "dV": 2 * L * o * L,
with: "dV": 2 * L * o * i,
replace: "dQ": 2 * L * a * L,
with: "dQ": 2 * L * a * i,
replace: "dK": 2 * L * a * L,
with: "dK": 2 * L * a * i,
points: 4.75
finding: forward-cost
"""
