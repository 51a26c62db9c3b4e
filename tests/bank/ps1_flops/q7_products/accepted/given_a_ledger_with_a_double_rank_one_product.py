"""Doubles the line dH of a ledger where it was doubled already.

given: q7_ledger/partial/rank_one_product_2.py
base: accepted/three_parts.py
replace: 4 * L * h * o + 4 * L * h
with: 4 * L * h * o + 6 * L * h
finding: right-given
"""
