"""Upside down.

points: 3.25
finding: upside-down
base: accepted/formulas.py
replace: sending / per_token
with: per_token / sending
"""
