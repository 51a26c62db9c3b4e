"""Arithmetic takes no time.

base: accepted/step_by_step.py
replace: max(arithmetic, reading)
with: reading
points: 4
finding: reading-only
"""
