"""A feed-forward block of two maps.

points: 2.25
finding: two-maps-not-three
base: accepted/line_by_line.py
replace: block = 3
with: block = 2
"""
