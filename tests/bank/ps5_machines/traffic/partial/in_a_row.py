"""Adds both times.

base: accepted/step_by_step.py
replace: return max(compute, traffic)
with: return compute + traffic
points: 3.5
finding: sum-not-maximum
"""
