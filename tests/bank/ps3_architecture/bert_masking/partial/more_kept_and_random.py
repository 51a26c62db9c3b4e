"""15 % of all tokens are masked, and so many more are chosen that the fates are right.

base: accepted/one_draw.py
replace: [u < 0.12, u < 0.135], [mask_id, words]
with: [u < 0.15, u < 0.16875], [mask_id, words]
replace: [u < 0.15], [tokens]
with: [u < 0.1875], [tokens]
points: 2.25
finding: the share of chosen tokens: authored
"""
