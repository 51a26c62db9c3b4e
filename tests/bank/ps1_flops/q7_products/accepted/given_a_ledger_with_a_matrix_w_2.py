"""Rests on a ledger in which dH is a product already, and isn't doubled.

given: q7_ledger/partial/w_2_as_matrix.py
base: accepted/three_parts.py
replace: feed_forward = 4 * L * h * o + 4 * L * h
with: feed_forward = 8 * L * h * o
finding: right-given
"""
