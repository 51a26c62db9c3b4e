"""Forgets the logarithms.

base: accepted/step_by_step.py
replace: values + n * d + n
with: values + n * d
points: 3.5
finding: lse-forgotten
"""
