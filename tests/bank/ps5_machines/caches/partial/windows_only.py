"""No layer keeps all.

base: accepted/two_kinds.py
replace: full = n_layers // period
with: full = 0
points: 2
finding: all-windows
"""
