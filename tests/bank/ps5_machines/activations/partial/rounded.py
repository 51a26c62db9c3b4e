"""Rounds, where the last sequence doesn't fit.

points: 4.5
finding: rounded
base: accepted/lines.py
replace: return left // each
with: return round(left / each)
"""
