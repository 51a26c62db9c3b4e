"""One layer at least keeps all.

base: accepted/two_kinds.py
replace: n_layers // period
with: max(1, n_layers // period)
points: 2.75
finding: at-least-one-global
"""
