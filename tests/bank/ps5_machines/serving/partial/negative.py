"""Fewer sequences than none.

base: accepted/step_by_step.py
replace: return max(whole, 0)
with: return whole
points: 4.75
finding: negative-batch
"""
