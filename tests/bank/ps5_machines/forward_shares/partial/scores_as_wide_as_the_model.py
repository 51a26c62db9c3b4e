"""Takes the heads together for as wide as the model.

points: 1.5
finding: scores_and_sums: width-is-d-model
base: accepted/line_by_line.py
replace: queries = 2 * n * d_model * n_heads * d_head
with: queries = 2 * n * d_model**2
replace: output = 2 * n * n_heads * d_head * d_model
with: output = queries
replace: scores = n_heads * 2 * n * d_head * n
with: scores = 2 * n * d_model * n
replace: sums = n_heads * 2 * n * n * d_head
with: sums = 2 * n * n * d_model
"""
