"""The scores of the sequence.

base: accepted/five_numbers.py
replace: 56_623_104
with: -19_251_855_360
points: 3.25
finding: scores-of-all-tokens
"""
