"""Charges the row that is written to the cache.

base: partial/before_the_new_token.py
replace: (t - 1) * d_model
with: (t + 1) * d_model
points: 2.75
finding: t-plus-1-tokens
"""
