"""Keeps A ⊙ dA for the sum of each row, so that the sums are plain ones.

base: accepted/one_formula_per_line.py
replace: 4 * L * L
with: L * L + L * L + L * L + L * L
"""
