"""Counts multiply–accumulates.

points: 2.25
finding: multiply-accumulates
base: accepted/line_by_line.py
replace: queries = 2
with: queries = 1
replace: keys = 2
with: keys = 1
replace: output = 2
with: output = 1
replace: scores = n_heads * 2
with: scores = n_heads
replace: sums = n_heads * 2
with: sums = n_heads
replace: block = 3 * 2
with: block = 3
replace: head = 2
with: head = 1
"""
