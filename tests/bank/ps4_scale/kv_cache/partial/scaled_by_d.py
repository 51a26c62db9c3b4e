"""Scores divided by d.

base: accepted/concatenate.py
replace:  / x.size**0.5
with:  / x.size
points: 4
finding: divided-by-d
"""
