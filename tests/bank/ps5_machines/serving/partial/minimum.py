"""The shorter of the two.

base: accepted/step_by_step.py
replace: max(arithmetic, reading)
with: min(arithmetic, reading)
points: 3.75
finding: shorter-of-the-two
"""
