"""The mean of both times.

base: accepted/step_by_step.py
replace: return max(compute, traffic)
with: return (compute + traffic) / 2
points: 3.5
finding: mean-of-both
"""
