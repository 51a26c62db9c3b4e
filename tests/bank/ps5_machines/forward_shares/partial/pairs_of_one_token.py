"""The scores of one token only.

points: 2.25
finding: factor-missing(n)
base: accepted/line_by_line.py
replace: 2 * n * d_head * n
with: 2 * d_head * n
replace: 2 * n * n * d_head
with: 2 * n * d_head
"""
