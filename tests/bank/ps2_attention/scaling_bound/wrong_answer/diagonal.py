"""Bounds the sum of the diagonal's squares.

base: wrong_answer/largest_entry.py
replace: (eps * (1 - eps)) ** 2
with: 2 * eps**2
finding: yours is 2 eps^2: this is the diagonal of J alone; the entries beside it count as well: for a =
"""
