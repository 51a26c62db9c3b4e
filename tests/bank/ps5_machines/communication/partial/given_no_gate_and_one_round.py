"""By a ledger that forgot the gate, and an all-reduce of one round.

points: 3.5
finding: all-gather-only
given: real_parameters/partial/no_gate.py
base: accepted/formulas.py
replace: return 2 * (n_devices - 1)
with: return (n_devices - 1)
replace: block = 3 *
with: block = 2 *
"""
