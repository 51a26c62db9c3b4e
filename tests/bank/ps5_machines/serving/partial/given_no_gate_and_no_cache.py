"""By a ledger that forgot the gate; and no cache is read.

base: accepted/step_by_step.py
replace: ("gate", "up", "down")
with: ("up", "down")
replace:  + batch * bytes_of_a_cache
with: 
given: real_parameters/partial/no_gate.py
points: 3.75
finding: cache-forgotten
"""
