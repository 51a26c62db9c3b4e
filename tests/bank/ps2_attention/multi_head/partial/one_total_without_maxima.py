"""An attention of its own, in which the powers of all heads share one total.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: scores - np.where(np.isfinite(largest), largest, 0)
with: scores
replace: total = weights.sum(axis=3, keepdims=True)
with: total = weights.sum(axis=(1, 3), keepdims=True)
points: 2.5
finding: one-total-for-all-heads
"""
