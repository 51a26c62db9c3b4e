"""Gradients and weights are divided one stage too early.

points: 1
finding: one-stage-early
base: accepted/ifs.py
replace: stage >= 2
with: stage >= 1
replace: stage >= 3
with: stage >= 2
"""
