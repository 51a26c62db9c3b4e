"""Two FLOPs for each weight of the own ledger, in which keys and values are too wide.

given: real_parameters/partial/keys_for_every_query_head.py
base: accepted/line_by_line.py
replace: d_model * n_kv_heads * d_head
with: d_model * n_heads * d_head
"""
