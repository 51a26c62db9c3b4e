"""Scores divided by the root of the number of keys.

base: accepted/concatenate.py
replace:  / x.size**0.5
with:  / len(K_new)**0.5
points: 4
finding: divided-by-root-of-tokens
"""
