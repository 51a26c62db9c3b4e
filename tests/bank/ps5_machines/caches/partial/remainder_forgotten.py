"""Forgets the layers after the last whole period.

base: accepted/two_kinds.py
replace: local = n_layers - full
with: local = full * (period - 1)
points: 2
finding: remainder-forgotten
"""
