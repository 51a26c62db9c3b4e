"""First arithmetic, then reading.

base: accepted/step_by_step.py
replace: max(arithmetic, reading)
with: arithmetic + reading
points: 3.75
finding: sum-not-maximum
"""
