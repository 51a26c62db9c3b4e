"""An attention of its own, in which the weights of all heads share one total.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: total = weights.sum(axis=3, keepdims=True)
with: total = weights.sum(axis=(1, 3), keepdims=True) / n_heads
points: 2.5
finding: one-total-for-all-heads
"""
