"""Keys spelt otherwise.

base: accepted/as_asked.py
replace: "layer norm"
with: "layer_norm"
replace: "batch norm, training"
with: "batch norm training"
replace: "batch norm, evaluation"
with: "Batch norm evaluation"
"""
