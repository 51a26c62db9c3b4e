"""Divides what is left of the number by 768, the scores with it.

base: accepted/five_numbers.py
replace: 130_289_762_304
with: 767 * (250_123_124_736 - 119_587_995_648) // 768
replace: 56_623_104
with: (250_123_124_736 - 119_587_995_648) // 768 - 169_869_312 - 18_874_368
points: 2.5
finding: scores-divided-too
"""
