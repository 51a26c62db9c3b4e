"""The price forgets the bits.

base: accepted/step_by_step.py
replace: machine, weight_bits, cache_bits)
with: machine)
points: 4.75
finding: few bits, bound by reading: array-wrong
"""
