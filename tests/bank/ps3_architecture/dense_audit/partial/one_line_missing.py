"""A line is missing.

base: accepted/as_asked.py
replace:         "dense_weights": 0,
with:         # the page is right about the weights
points: 1.75
finding: dense_weights: line-missing
"""
