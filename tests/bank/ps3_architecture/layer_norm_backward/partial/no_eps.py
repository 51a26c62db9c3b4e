"""Forgets eps.

base: accepted/in_three_means.py
replace:  + eps)
with: )
points: 2
finding: eps-missing
"""
