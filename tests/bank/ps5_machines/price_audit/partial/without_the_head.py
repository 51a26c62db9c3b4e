"""Takes the head for a look-up, too: nothing of it is multiplied or read.

base: accepted/one_after_another.py
replace: lookup = 128_256 * 4096
with: lookup = 2 * 128_256 * 4096
points: 3
finding: head-taken-away
"""
