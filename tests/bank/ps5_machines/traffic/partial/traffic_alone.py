"""Forgets the arithmetic.

base: accepted/step_by_step.py
replace: return max(compute, traffic)
with: return traffic
points: 3.5
finding: traffic-alone
"""
