"""Multiply–accumulates, as in dense_flops.

given: forward_cost/partial/multiply_accumulates.py
base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 2 * n**2 * d
replace: return 4 * n * d**2
with: return 2 * n * d**2
points: 2.25
finding: multiply-accumulates
"""
