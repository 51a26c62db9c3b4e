"""Drops the cross terms.

base: accepted/as_asked.py
replace: "2 - 2 * u.T @ v"
with: "2"
points: 1
finding: perpendicular
"""
