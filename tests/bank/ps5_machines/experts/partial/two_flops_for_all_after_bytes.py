"""Two FLOPs for all that is active, after a ledger in bytes. No count below 0 is expected.

given: real_parameters/partial/bytes.py
points: 3.25
finding: norms-multiply
finding: lookup-charged
base: accepted/closed_forms.py
replace: return n_layers * (maps + used + scores) + 2
with: return n_layers * (maps + used + scores + 4 * d_model) + 2 * d_model + 4
"""
