"""By a ledger with keys and values for every query head.

finding: 2 devices: authored
given: real_parameters/partial/keys_for_every_query_head.py
base: accepted/formulas.py
replace: (2 * n_heads + 2 * n_kv_heads)
with: 4 * n_heads
"""
