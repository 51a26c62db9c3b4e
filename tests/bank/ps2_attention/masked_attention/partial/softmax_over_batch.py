"""Softmax over the batch.

base: accepted/one_array_of_both_masks.py
replace: top = scores.max(axis=2, keepdims=True)
with: top = scores.max(axis=0, keepdims=True)
replace: total = weights.sum(axis=2, keepdims=True)
with: total = weights.sum(axis=0, keepdims=True)
points: 3
finding: softmax-over-batch
finding: sequences don't mix: with-sizes
"""
