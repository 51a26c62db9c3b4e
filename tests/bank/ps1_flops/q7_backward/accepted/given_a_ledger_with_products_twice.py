"""Adds up a ledger in which every product is there twice.

given: q7_ledger/partial/products_twice.py
base: accepted/three_parts.py
replace: feed_forward = 4 * L * h * o + 3 * L * h + L
with: feed_forward = 8 * L * h * o + 5 * L * h + L
replace: attention = 4 * L**2 * (a + o) + 5 * L**2
with: attention = 8 * L**2 * (a + o) + 5 * L**2
replace: projections = 4 * L * a * i + 2 * L * o * i
with: projections = 8 * L * a * i + 4 * L * o * i
finding: right-given
"""
