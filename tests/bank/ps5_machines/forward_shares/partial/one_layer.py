"""Counts one layer.

points: 1.5
finding: factor-missing(n_layers)
base: accepted/line_by_line.py
replace: n_layers * (queries
with: (queries
replace: n_layers * (scores
with: (scores
replace: n_layers * block
with: block
"""
