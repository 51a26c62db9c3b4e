"""Adds up the products of a ledger that has the gradient of X, which has cost a line.

given: q7_ledger/partial/gradient_of_x.py
base: accepted/three_parts.py
replace: return feed_forward
with: return 2 * L * i * (2 * a + o) + feed_forward
finding: right-given
"""
