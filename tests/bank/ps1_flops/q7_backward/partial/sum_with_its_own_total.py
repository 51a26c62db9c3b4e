"""Adds up a ledger in which its total stands as well: one slip.

base: accepted/sum_of_a_ledger.py
replace: .values())
with: .values()) * 2
points: 0.5
finding: total-in-the-sum
"""
