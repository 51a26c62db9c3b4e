"""A sum of 64 values in each head, as many as the calculation has scores.

base: accepted/own_program.py
replace: (1, 1, n * e, n * e)]
with: (1, 1, n * e, e * e)]
points: 3.25
finding: sixty-four-values
"""
