"""Pairs cost 1, whatever the heads are.

base: accepted/as_asked.py
replace: n_t * n_s * d_model
with: n_t * n_s
points: 1
finding: a pair of a query and a key costs d_head in each head
"""
