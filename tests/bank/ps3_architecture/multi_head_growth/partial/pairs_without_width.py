"""Pairs cost 1, whatever the heads are.

base: accepted/as_asked.py
replace: n_t * n_s * d_model
with: n_t * n_s
points: 1
finding: pairs-of-one
"""
