"""A head on tokens as wide as the head.

base: accepted/formula.py
replace: d = d_head * n_heads
with: d = d_head
finding: single-head
"""
