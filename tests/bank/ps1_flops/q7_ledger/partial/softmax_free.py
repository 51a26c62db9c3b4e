"""Takes the softmax to be free backward, too.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L,
with: "softmax": 0,
points: 5.5
finding: softmax-free
"""
