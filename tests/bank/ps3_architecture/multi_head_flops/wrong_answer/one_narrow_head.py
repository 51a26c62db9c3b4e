"""A head on tokens as wide as the head.

base: accepted/formula.py
replace: d = d_head * n_heads
with: d = d_head
finding: this is a single head, on tokens no wider than the head
"""
