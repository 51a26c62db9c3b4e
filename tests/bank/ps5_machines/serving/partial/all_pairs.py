"""Scores of all pairs of tokens, as where a text is read.

base: accepted/helpers.py
replace: pairs = batch * n * model
with: pairs = batch * n * (n + 1) // 2 * model
points: 3.75
finding: all-pairs
"""
