"""All five in a layer.

base: accepted/five_numbers.py
replace: 119_587_995_648
with: 9_965_666_304
replace: 130_289_762_304
with: 10_857_480_192
replace: 56_623_104
with: 4_718_592
replace: -18_874_368
with: -1_572_864
replace: 207_618_048
with: 17_301_504
points: 2
finding: all-in-one-layer
"""
