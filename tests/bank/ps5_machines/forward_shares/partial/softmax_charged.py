"""Five operations of the softmax for each score.

points: 2.25
finding: scores_and_sums: softmax-charged(5)
base: accepted/line_by_line.py
replace: n_layers * (scores + sums)
with: n_layers * (scores + sums + 5 * n_heads * n**2)
"""
