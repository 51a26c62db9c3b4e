"""The heads together as wide as the model.

points: 4.25
finding: width-is-d-model
base: accepted/lines.py
replace: queries = n * n_heads * d_head
with: queries = n * d_model
replace: "head_outputs": n * n_heads * d_head
with: "head_outputs": n * d_model
"""
