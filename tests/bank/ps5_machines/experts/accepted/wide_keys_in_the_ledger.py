"""Keys and values as wide as in the own ledger.

given: real_parameters/partial/keys_for_every_query_head.py
base: accepted/from_each_other.py
replace: (H, G, G, H)
with: (H, H, H, H)
"""
