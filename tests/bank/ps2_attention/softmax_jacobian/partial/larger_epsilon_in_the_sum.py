"""Adds 1e-6 to the sum of the exponentials, which can be seen everywhere.

base: partial/epsilon_in_the_sum.py
replace: 1e-8)
with: 1e-6)
points: 3
finding: small-number-in-normaliser
"""
