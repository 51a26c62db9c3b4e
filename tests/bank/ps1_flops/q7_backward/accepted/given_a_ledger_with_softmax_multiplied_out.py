"""Adds up the lines of its own ledger.

given: q7_ledger/partial/softmax_multiplied_out.py
base: accepted/products_and_elementwise.py
replace: softmax = L * (2 * L) + 2 * L**2
with: softmax = L * (2 * L) + 3 * L**2
finding: right-given
"""
