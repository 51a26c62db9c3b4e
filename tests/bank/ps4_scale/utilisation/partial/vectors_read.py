"""Reads the vectors of the new tokens.

base: partial/before_the_new_token.py
replace: (t - 1) * d_model * batch
with: t * d_model * batch + batch * d_model
points: 2.75
finding: new-vectors-read
"""
