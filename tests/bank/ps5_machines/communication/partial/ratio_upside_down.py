"""Upside down.

points: 3.25
finding: upside-down
base: accepted/formulas.py
replace: sending / computing
with: computing / sending
"""
