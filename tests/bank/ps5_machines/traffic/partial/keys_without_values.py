"""Forgets the values.

base: accepted/step_by_step.py
replace: return n * d + keys + values
with: return n * d + keys
points: 3.5
finding: keys-without-values
"""
