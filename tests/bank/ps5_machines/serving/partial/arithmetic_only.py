"""Reading takes no time.

base: accepted/step_by_step.py
replace: max(arithmetic, reading)
with: arithmetic
points: 3.75
finding: compute-only
"""
