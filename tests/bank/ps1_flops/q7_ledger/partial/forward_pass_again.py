"""Runs the forward pass again, in a line of its own.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "recompute": 2 * L * (2 * i * a + i * o + L * a + L * o + o * h + h) + 3 * L, "dyhat": L,
points: 5.5
finding: other-lines: charged-line
"""
