"""By a ledger that forgot the gate.

base: accepted/step_by_step.py
replace: ("gate", "up", "down")
with: ("up", "down")
given: real_parameters/partial/no_gate.py
finding: bound by reading: authored
"""
