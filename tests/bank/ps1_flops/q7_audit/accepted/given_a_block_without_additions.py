"""Takes the forward cost of the block from question 4, where w_2 lacks its additions.

given: q4_feedforward/partial/w_2_without_additions.py
base: accepted/five_formulas.py
replace: seq_len * d_hidden,
with: -seq_len * d_hidden,
finding: feed_forward: right-line
"""
