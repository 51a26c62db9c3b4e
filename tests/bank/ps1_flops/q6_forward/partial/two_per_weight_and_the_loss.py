"""Adds the loss to the rule of two FLOPs per weight and token.

base: partial/two_per_weight_and_token.py
replace: * seq_len
with: * seq_len + 3 * seq_len
points: 1.5
finding: missing(the scores)
finding: missing(the weighted sums)
"""
