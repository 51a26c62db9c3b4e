"""Scores in the heads of keys only.

points: 2.25
finding: scores-shrink-with-kv-heads
base: accepted/line_by_line.py
replace: scores = n_heads
with: scores = n_kv_heads
replace: sums = n_heads
with: sums = n_kv_heads
"""
