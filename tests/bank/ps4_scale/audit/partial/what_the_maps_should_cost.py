"""What the maps cost.

base: accepted/five_numbers.py
replace: 130_289_762_304
with: 169_869_312
points: 3.25
finding: should-cost
"""
