"""A length of 4,096 in the scores only.

base: accepted/one_after_another.py
replace: 4 * 8192
with: 4 * 4096
points: 3.5
finding: weighted-sums-missing
"""
