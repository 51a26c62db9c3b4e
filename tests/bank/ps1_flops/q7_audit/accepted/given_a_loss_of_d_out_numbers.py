"""Rests on its own block, loss and ledger, where w_2 is a matrix.

given: q4_feedforward/partial/w_2_as_matrix.py
given: q6_forward/partial/loss_of_d_out_numbers.py
given: q7_ledger/partial/w_2_as_matrix.py
base: accepted/five_formulas.py
replace: "feed_forward": seq_len * d_hidden
with: "feed_forward": 0
replace: 5 * seq_len,
with: 5 * seq_len * d_out,
"""
