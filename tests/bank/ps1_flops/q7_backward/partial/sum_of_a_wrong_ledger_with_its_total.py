"""The same of a ledger in which the softmax is free.

given: q7_ledger/partial/softmax_free.py
base: accepted/sum_of_a_ledger.py
replace: "softmax": 4 * L * L,
with: "softmax": 0,
replace: .values())
with: .values()) * 2
points: 0.5
finding: total-in-the-sum
"""
