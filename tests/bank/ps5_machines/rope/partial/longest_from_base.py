"""The longest wavelength is at least the base.

base: accepted/loops.py
replace: longest = 0.0
with: longest = base
points: 3.75
finding: a head of 10: value-right
"""
