"""Bounds the sum of the diagonal's squares.

base: wrong_answer/largest_entry.py
replace: (eps * (1 - eps)) ** 2
with: 2 * eps**2
finding: bounds every saturated softmax, and goes to 0: authored
"""
