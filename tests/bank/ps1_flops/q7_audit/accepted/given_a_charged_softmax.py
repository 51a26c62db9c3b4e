"""Rests on its own attention, in which the softmax is charged.

given: q2_attention/partial/softmax_charged.py
base: accepted/five_formulas.py
replace: -5 * seq_len**2
with: seq_len**2
finding: softmax: right-line
"""
