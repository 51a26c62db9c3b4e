"""Forgets to divide.

base: accepted/columns_kept.py
replace: o / l
with: o
points: 2.25
finding: not-normalised
"""
