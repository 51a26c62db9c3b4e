"""Forgets the traffic.

base: accepted/step_by_step.py
replace: return max(compute, traffic)
with: return compute
points: 3.5
finding: arithmetic-alone
"""
