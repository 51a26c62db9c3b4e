"""Multiplies by A twice, A ⊙ dA and then ρ A, instead of once.

base: accepted/one_formula_per_line.py
replace: 4 * L * L
with: 2 * L * L + L * L + L * L + L * L
points: 5.5
finding: five-l-squared
"""
