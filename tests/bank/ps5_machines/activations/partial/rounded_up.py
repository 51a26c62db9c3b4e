"""Rounds up.

points: 4.5
finding: rounded-up
base: accepted/lines.py
replace: return left // each
with: return -(-left // each)
"""
