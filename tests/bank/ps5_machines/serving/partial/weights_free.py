"""The parameters need no memory.

base: accepted/step_by_step.py
replace:  - every_number * weight_bits / 8
with: 
points: 4.25
finding: weights-forgotten
"""
