"""Rounds the number of sequences.

points: 4.25
finding: rounded
base: accepted/step_by_step.py
replace: int(room // a_cache)
with: round(room / a_cache)
"""
