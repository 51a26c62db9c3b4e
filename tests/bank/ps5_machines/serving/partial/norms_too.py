"""The norms are multiplied with, and read.

base: accepted/step_by_step.py
replace: ("embedding", "norms")
with: ("embedding",)
points: 4.5
finding: norms-counted
"""
