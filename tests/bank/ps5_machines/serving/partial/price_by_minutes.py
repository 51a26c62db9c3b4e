"""An hour of sixty seconds.

base: accepted/step_by_step.py
replace: / 3600
with: / 60
points: 4.5
finding: minutes
"""
