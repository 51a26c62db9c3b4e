"""Forward and backward.

points: 1.5
finding: times-number(3)
base: accepted/line_by_line.py
replace: n_layers * (queries
with: 3 * n_layers * (queries
replace: n_layers * (scores
with: 3 * n_layers * (scores
replace: n_layers * block
with: 3 * n_layers * block
replace: "head": head
with: "head": 3 * head
"""
