"""Forgets that there are heads.

points: 1.5
finding: one-head-only
base: accepted/line_by_line.py
replace: queries = 2 * n * d_model * n_heads * d_head
with: queries = 2 * n * d_model * d_head
replace: keys = 2 * n * d_model * n_kv_heads * d_head
with: keys = queries
replace: output = 2 * n * n_heads * d_head * d_model
with: output = queries
replace: scores = n_heads *
with: scores =
replace: sums = n_heads *
with: sums =
"""
