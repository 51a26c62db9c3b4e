"""The whole file multiplies.

points: 3
finding: nothing-taken-away
base: accepted/one_after_another.py
replace: matrices = 8_030_261_248 - lookup - norms
with: matrices = 8_030_261_248
"""
