"""Scores and weighted sums of one head.

base: accepted/on_paper.py
replace: 56_623_104
with: 73_924_608
replace: -18_874_368
with: -1_572_864
points: 2
finding: one-head-of-each-layer
"""
