"""No gate, as in the own ledger.

given: real_parameters/partial/a_line_missing.py
base: accepted/closed_forms.py
replace: n_experts * 3
with: n_experts * 2
replace: chosen = top_k * 3
with: chosen = top_k * 2
replace: used = top_k * 3
with: used = top_k * 2
"""
