"""Layers 0, period, … keep all.

base: accepted/two_kinds.py
replace: n_layers // period
with: -(-n_layers // period)
points: 2
finding: rounded-up
"""
