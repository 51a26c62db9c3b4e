"""Sums over queries and tokens again for every weight of W_v.

base: accepted/one_formula_per_line.py
replace: "dWv": 2 * o * i * L,
with: "dWv": 2 * L * L * o * i,
points: 5.5
finding: sum-over-queries-done-once
"""
