"""Multiply–accumulates.

base: accepted/step_by_step.py
replace: 2 * matrices + 2 * scores
with: matrices + scores
points: 4.5
finding: multiply-accumulates
"""
