"""Adds its total, a note and a line of nothing, which cost nothing.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "dyhat": L, "dX": 0, "note": "B1",
replace: "dWv": 2 * o * i * L,
with: "dWv": 2 * o * i * L, "total": L * (1 + h * (4 * o + 3) + L * (4 * (a + o) + 5) + 4 * a * i + 2 * o * i),
finding: other-lines: free-lines
"""
