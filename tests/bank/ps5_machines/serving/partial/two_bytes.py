"""All numbers take two bytes.

base: accepted/step_by_step.py
replace: matrices * weight_bits / 8
with: matrices * 2
points: 4.5
finding: bits-ignored
"""
