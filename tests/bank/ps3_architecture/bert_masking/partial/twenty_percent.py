"""20 % in place of 15.

base: accepted/two_draws.py
replace: < 0.15
with: < 0.2
points: 2.25
finding: the share of chosen tokens: authored
"""
