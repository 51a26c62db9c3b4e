"""The maps for 1,024 tokens.

base: accepted/five_numbers.py
replace: 130_289_762_304
with: -43_486_543_872
points: 3.25
finding: maps-for-1024-tokens
"""
