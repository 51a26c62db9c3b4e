"""Zeros.

finding: not-free
base: accepted/line_by_line.py
replace: n_layers * (queries + 2 * keys + output)
with: 0
replace: n_layers * (scores + sums)
with: 0
replace: n_layers * block
with: 0
replace: "head": head
with: "head": 0
"""
