"""Takes the line softmax from its own ledger.

given: q7_ledger/partial/softmax_multiplied_out.py
base: accepted/right_after_a_wrong_ledger.py
replace: -5 * seq_len**2
with: -6 * seq_len**2
finding: softmax: right-line
"""
