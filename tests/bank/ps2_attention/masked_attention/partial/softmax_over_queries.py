"""Softmax over the queries.

base: accepted/one_array_of_both_masks.py
replace: top = scores.max(axis=2, keepdims=True)
with: top = scores.max(axis=1, keepdims=True)
replace: total = weights.sum(axis=2, keepdims=True)
with: total = weights.sum(axis=1, keepdims=True)
points: 3
finding: softmax-over-queries
"""
