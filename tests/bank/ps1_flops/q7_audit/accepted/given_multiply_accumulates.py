"""Rests on its own counts in multiply–accumulates, forward and backward.

given: q2_attention/partial/multiply_accumulates.py
given: q4_feedforward/partial/multiply_accumulates.py
given: q7_ledger/partial/multiply_accumulates.py
base: accepted/five_formulas.py
replace: 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
with: 2 * seq_len * d_attn * d_in + seq_len * d_out * d_in
replace: seq_len * d_hidden,
with: 0,
finding: projections: right-line
finding: feed_forward: right-line
"""
