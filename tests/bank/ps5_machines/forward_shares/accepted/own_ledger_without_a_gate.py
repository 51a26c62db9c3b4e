"""Two FLOPs for each weight of the own ledger, which has no gate.

given: real_parameters/partial/a_line_missing.py
base: accepted/line_by_line.py
replace: block = 3
with: block = 2
"""
