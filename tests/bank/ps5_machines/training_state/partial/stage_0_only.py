"""Divides nothing.

points: 0.5
finding: numbers-differ
finding: optimiser-from-stage-1
base: accepted/ifs.py
replace: stage >= 1
with: False
replace: stage >= 2
with: False
replace: stage >= 3
with: False
"""
