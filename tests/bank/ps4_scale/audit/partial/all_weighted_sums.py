"""The weighted sums of the sequence.

base: accepted/on_paper.py
replace: -18_874_368
with: -19_327_352_832
points: 2.5
finding: sums-of-all-tokens
"""
