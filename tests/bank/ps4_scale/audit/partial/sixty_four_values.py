"""A sum of 64 values in each head, as many as the calculation has scores.

base: accepted/on_paper.py
replace: -18_874_368
with: -18_874_368 // 16
points: 2.5
finding: sixty-four-values
"""
