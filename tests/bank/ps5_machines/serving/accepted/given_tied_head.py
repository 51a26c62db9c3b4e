"""By a ledger without a head.

base: accepted/step_by_step.py
replace: ("embedding", "head"), vocab_size * d_model)
with: ("embedding",), vocab_size * d_model)
given: real_parameters/partial/head_tied.py
finding: bound by reading: authored
"""
