"""One after another.

base: accepted/by_doubling.py
replace: step = 2 * step
with: step = 1 + step
points: 2.5
finding: one-after-another
"""
