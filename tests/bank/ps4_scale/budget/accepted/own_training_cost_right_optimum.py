"""Trains by one's own cost, in multiply–accumulates; the optimum is right.

given: training_cost/partial/multiply_accumulates.py
finding: 7.38e+11 FLOPs, too few for a layer: days: authored
base: accepted/cube_root.py
replace: days = 6 * weights(layers) * tokens / flops_per_second / 86_400
with: days = 3 * weights(layers) * tokens / flops_per_second / 86_400
"""
