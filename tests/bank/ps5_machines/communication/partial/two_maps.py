"""A feed-forward block of two maps.

points: 3.25
finding: two-maps-not-three
base: accepted/formulas.py
replace: block = 3
with: block = 2
"""
