"""Charges the look-up as a product, in a line of its own.

points: 2.25
finding: lookup-charged
base: accepted/line_by_line.py
replace: "head": head
with: "embedding": head, "head": head
"""
