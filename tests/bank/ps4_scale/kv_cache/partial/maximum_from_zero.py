"""Looks for the largest score from 0 on: below 0 there is none.

base: accepted/loops.py
replace: top = max(scores)
with: top = max([0.0, *scores])
points: 5.75
finding: scores far below 0: out: array-wrong
"""
