"""Three for each weight and token, as in its training cost, and the tokens come first.

points: 1.5
given: training_cost/partial/multiply_accumulates.py
finding: n-and-m-exchanged
base: partial/exchanged.py
replace: (flops / 6)
with: (flops / 3)
replace: (6 * n)
with: (3 * n)
"""
