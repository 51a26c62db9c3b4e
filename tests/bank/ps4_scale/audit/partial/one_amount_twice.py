"""Knows the first two errors, and takes the second's amount for the scores and for the rest, too.

base: accepted/five_numbers.py
replace: 56_623_104
with: 130_289_762_304
replace: -18_874_368
with: 130_289_762_304
points: 2.5
finding: another-output(tokens)
"""
