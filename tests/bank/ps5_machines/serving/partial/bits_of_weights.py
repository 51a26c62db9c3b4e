"""Bits of weights are taken for bytes.

base: accepted/step_by_step.py
replace: matrices * weight_bits / 8
with: matrices * weight_bits
points: 3.75
finding: bits-as-bytes
"""
