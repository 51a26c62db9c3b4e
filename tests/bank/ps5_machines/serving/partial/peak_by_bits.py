"""Arithmetic is quicker with fewer bits.

points: 4.5
finding: peak-by-bits
base: accepted/step_by_step.py
replace: batch * flops_of_a_token
with: weight_bits / 16 * batch * flops_of_a_token
"""
