"""A byte for each gradient.

points: 3.25
finding: half-of-them
base: accepted/formulas.py
replace: allreduce_bytes(2 * n_params
with: allreduce_bytes(n_params
"""
