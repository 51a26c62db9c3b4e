"""Adds up the products of a ledger in which each is there twice.

given: q7_ledger/partial/products_twice.py
base: accepted/three_parts.py
replace: feed_forward = 4 * L * h * o + 4 * L * h
with: feed_forward = 8 * L * h * o + 6 * L * h
replace: attention = 4 *
with: attention = 8 *
replace: projections = 4 * L * a * i + 2 * L * o * i
with: projections = 8 * L * a * i + 4 * L * o * i
finding: right-given
"""
