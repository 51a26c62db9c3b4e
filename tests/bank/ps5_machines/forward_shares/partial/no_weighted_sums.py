"""Forgets the weighted sums.

points: 2.25
finding: weighted-sums-missing
base: accepted/line_by_line.py
replace: (scores + sums)
with: scores
"""
