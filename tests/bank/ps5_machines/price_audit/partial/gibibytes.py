"""A bandwidth in other units.

base: accepted/one_after_another.py
replace: bandwidth = 1979e12, 989.5e12, 3.35e12
with: bandwidth = 1979e12, 989.5e12, 3.35 * 2**40
points: 3
finding: weights: array-wrong
finding: corrected: authored
"""
