"""Forgets that the output is written, in both.

base: accepted/step_by_step.py
replace: outputs = n * n + n * d + n * d
with: outputs = n * n + n * d
replace: values + n * d + n
with: values + n
points: 2.75
finding: missing(reading V or writing O)
"""
