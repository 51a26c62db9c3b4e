"""Each token adds a whole gradient to every array of weights, as back-propagation through time does.

base: accepted/one_formula_per_line.py
replace: "dw2": 2 *
with: "dw2": L * 2 *
replace: "dW1": 2 *
with: "dW1": L * 2 *
replace: "dWq": 2 *
with: "dWq": L * 2 *
replace: "dWk": 2 *
with: "dWk": L * 2 *
replace: "dWv": 2 *
with: "dWv": L * 2 *
points: 4
finding: sum-over-queries-done-once
"""
