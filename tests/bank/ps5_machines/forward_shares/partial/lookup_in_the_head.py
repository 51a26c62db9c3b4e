"""Charges the look-up as a product, in the line of the head.

points: 2.25
finding: lookup-charged
base: accepted/line_by_line.py
replace: "head": head
with: "head": 2 * head
"""
