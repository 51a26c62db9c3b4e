"""A part of a sequence counts.

base: accepted/step_by_step.py
replace: int(room // a_cache)
with: room / a_cache
points: 4.25
finding: not-whole
"""
