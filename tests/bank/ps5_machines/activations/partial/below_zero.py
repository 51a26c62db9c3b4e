"""Less than none.

points: 4.75
finding: below-zero
base: accepted/lines.py
replace: if left < 0
with: if left == -1
"""
