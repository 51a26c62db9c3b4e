"""Rests on its own loss, in question 6.

given: q6_forward/partial/loss_of_one_token.py
base: accepted/five_formulas.py
replace: 5 * seq_len,
with: 2 * 3 - seq_len,
finding: loss: right-line
"""
