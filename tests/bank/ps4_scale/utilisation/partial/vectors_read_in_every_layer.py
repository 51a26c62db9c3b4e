"""Reads the vectors of the new tokens in every layer.

base: partial/before_the_new_token.py
replace: (t - 1) * d_model * batch
with: t * d_model * batch + n_layers * batch * d_model
points: 2.75
finding: new-vectors-read
"""
