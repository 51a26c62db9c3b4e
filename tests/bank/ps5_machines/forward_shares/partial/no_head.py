"""Leaves out the head.

points: 2.25
finding: head-forgotten
base: accepted/line_by_line.py
replace: "head": head
with: "head": 0
"""
