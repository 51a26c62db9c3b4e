"""No weighted sums; what follows is right.

base: accepted/one_after_another.py
replace: * 4 * 8192
with: * 2 * 8192
points: 3.5
finding: weighted-sums-missing
"""
