"""The weighted sums of the sequence.

base: accepted/five_numbers.py
replace: -18_874_368
with: -19_327_352_832
points: 3.25
finding: sums-of-all-tokens
"""
