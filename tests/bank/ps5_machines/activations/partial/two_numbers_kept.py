"""The largest score and the sum, for each query and head.

points: 4.5
finding: two-numbers-kept
base: accepted/lines.py
replace: kept["attention_weights"] = n_heads * n
with: kept["attention_weights"] = 2 * n_heads * n
"""
