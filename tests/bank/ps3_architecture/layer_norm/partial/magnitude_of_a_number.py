"""Loses the sign of beta where it is a number.

base: accepted/plain_python.py
replace: b = [beta] * d
with: b = [abs(beta)] * d
points: 2.5
finding: numbers as gamma and beta: array-wrong
"""
