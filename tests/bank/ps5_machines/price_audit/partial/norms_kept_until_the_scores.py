"""The norms stay, and leave with the scores: one slip in two amounts.

base: accepted/one_after_another.py
replace: products = 32 * 2 * matrices
with: products = 32 * 2 * (matrices + norms)
replace: attended = products + pairs
with: attended = 32 * 2 * matrices / sparse + pairs
replace: "attention": -pairs
with: "attention": products - attended
points: 3
finding: norms-kept
"""
