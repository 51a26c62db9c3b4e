"""Upside down.

base: accepted/closed_formulas.py
replace: return flops / (bytes_per_value * numbers)
with: return bytes_per_value * numbers / flops
points: 2.25
finding: upside-down-intensity
"""
