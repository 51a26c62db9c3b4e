"""The head leaves as well, and comes back with the scores: one slip in two amounts.

base: accepted/one_after_another.py
replace: products = 32 * 2 * matrices
with: products = 32 * 2 * (matrices - lookup)
replace: attended = products + pairs
with: attended = 32 * 2 * matrices / sparse + pairs
replace: "attention": -pairs
with: "attention": products - attended
points: 3
finding: head-taken-away
"""
