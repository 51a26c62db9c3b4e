"""The queries are split as they are.

base: accepted/mask_repeated_for_each_head.py
replace: split(q @ W_q.T)
with: split(q)
points: 2.5
finding: queries-not-projected
"""
