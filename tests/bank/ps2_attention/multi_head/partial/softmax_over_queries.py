"""An attention of its own, whose softmax runs over the queries.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: scores.max(axis=3,
with: scores.max(axis=2,
replace: weights.sum(axis=3,
with: weights.sum(axis=2,
points: 2.5
finding: softmax-over-queries
"""
