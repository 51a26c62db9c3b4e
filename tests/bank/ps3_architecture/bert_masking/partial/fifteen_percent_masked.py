"""15 % of all tokens are masked, and random and kept ones come on top.

base: accepted/one_draw.py
replace: [u < 0.12, u < 0.135], [mask_id, words]
with: [u < 0.15, u < 0.165], [mask_id, words]
replace: [u < 0.15], [tokens]
with: [u < 0.18], [tokens]
points: 2.25
finding: the share of chosen tokens: authored
"""
