"""Counts what is read.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return 3 * n * d + 2 * n * n
points: 3.25
finding: read-only
"""
