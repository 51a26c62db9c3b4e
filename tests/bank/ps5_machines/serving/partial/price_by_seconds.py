"""Dollars for a second.

base: accepted/step_by_step.py
replace: dollars_per_hour / 3600
with: dollars_per_hour
points: 4.5
finding: hour-for-a-second
"""
