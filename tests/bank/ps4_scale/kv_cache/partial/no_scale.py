"""Scores without 1/√d.

base: accepted/concatenate.py
replace:  / x.size**0.5
with:
points: 4
finding: not-scaled
"""
