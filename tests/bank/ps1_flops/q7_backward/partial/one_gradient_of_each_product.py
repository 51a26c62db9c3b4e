"""Forms one gradient where a product of activations has two.

base: accepted/sum_of_a_ledger.py
replace: "dVt": 2 * L * h * o,
with: "dVt": 0,
replace: "dA": 2 * L * L * o,
with: "dA": 0,
replace: "dK": 2 * L * L * a,
with: "dK": 0,
finding: one-gradient-for-each-product
points: 0.75
"""
