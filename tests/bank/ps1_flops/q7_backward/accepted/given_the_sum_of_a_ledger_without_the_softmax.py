"""Adds up the student's own ledger, in which the softmax is free.

given: q7_ledger/partial/softmax_free.py
base: accepted/sum_of_a_ledger.py
replace: "softmax": 4 * L * L,
with: "softmax": 0,
finding: right-given
"""
