"""One after `period` others.

base: accepted/two_kinds.py
replace: n_layers // period
with: n_layers // (period + 1)
points: 2
finding: period-local-to-one
"""
