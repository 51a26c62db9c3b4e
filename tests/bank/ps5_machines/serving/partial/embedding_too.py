"""The embedding is multiplied with, and read.

base: accepted/step_by_step.py
replace: ("embedding", "norms")
with: ("norms",)
points: 3.75
finding: embedding-read
"""
