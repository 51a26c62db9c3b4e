"""The head for the last token only.

points: 2.25
finding: factor-missing(n)
base: accepted/line_by_line.py
replace: head = 2 * n *
with: head = 2 *
"""
