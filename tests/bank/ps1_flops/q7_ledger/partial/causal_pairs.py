"""Masks what lies ahead: L(L + 1)/2 entries of each L × L array.

base: accepted/one_formula_per_line.py
replace: "dV": 2 * L * o * L,
with: "dV": L * (L + 1) * o,
replace: "dA": 2 * L * L * o,
with: "dA": L * (L + 1) * o,
replace: "softmax": 4 * L * L,
with: "softmax": 2 * L * (L + 1),
replace: "scale": L * L,
with: "scale": L * (L + 1) // 2,
replace: "dQ": 2 * L * a * L,
with: "dQ": L * (L + 1) * a,
replace: "dK": 2 * L * a * L,
with: "dK": L * (L + 1) * a,
points: 3.5
finding: half-of-a-square
"""
