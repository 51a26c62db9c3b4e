"""10 % of all tokens masked, 2.5 % random, 2.5 % kept.

base: accepted/one_draw.py
replace: [u < 0.12, u < 0.135]
with: [u < 0.10, u < 0.125]
points: 2.25
finding: the shares of masked, random and kept ones: authored
"""
