"""Two FLOPs for each weight of the own ledger, beside which nothing else was answered.

given: real_parameters/partial/two_slips_in_the_ledger_alone.py
base: accepted/line_by_line.py
replace: d_model * n_kv_heads * d_head
with: d_model * n_heads * d_head
"""
