"""Writes the tiles of scores.

base: accepted/step_by_step.py
replace: values + n * d + n
with: values + n * d + n + n * n
points: 3.5
finding: scores-written
"""
