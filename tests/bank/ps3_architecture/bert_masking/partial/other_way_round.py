"""85 % are chosen.

base: accepted/two_draws.py
replace: < 0.15
with: > 0.15
points: 2.25
finding: the share of chosen tokens: authored
"""
