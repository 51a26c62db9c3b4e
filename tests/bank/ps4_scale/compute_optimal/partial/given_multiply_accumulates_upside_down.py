"""Three for each weight and token, as in its training cost, and the factor is upside down.

points: 1.5
given: training_cost/partial/multiply_accumulates.py
finding: factor-upside-down
base: partial/upside_down.py
replace: (flops / 6)
with: (flops / 3)
replace: (6 * n)
with: (3 * n)
"""
