"""Does not look at the case of no keys.

base: accepted/short.py
replace: m == -inf
with: m == inf
points: 2.75
finding: nan-of-no-keys
"""
