"""Counts what is written.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return n * d + 2 * n * n
points: 3.25
finding: written-only
"""
