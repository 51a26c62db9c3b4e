"""Charges the loss for predictions of d_out numbers.

base: partial/loss_of_one_token.py
replace: feed_forward + 3
with: feed_forward + 3 * seq_len * d_out
points: 1.25
finding: factor-extra(the loss, d_out)
"""
