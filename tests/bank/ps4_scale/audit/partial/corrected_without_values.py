"""The corrected value lacks the weighted sums.

base: accepted/five_numbers.py
replace: 207_618_048
with: 188_743_680
replace: -18_874_368
with: 0
replace: 56_623_104
with: 0
replace: 130_289_762_304
with: 0
points: 0.75
finding: weighted-sums-missing
"""
