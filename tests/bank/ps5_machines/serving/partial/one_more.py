"""Rounded up.

base: accepted/step_by_step.py
replace: int(room // a_cache)
with: int(-(-room // a_cache))
points: 4.25
finding: rounded-up
"""
