"""An attention of its own, that gives fully masked queries an average.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: np.where(hidden, -np.inf, scores)
with: np.where(hidden, -1e9, scores)
points: 4.5
finding: mean-where-all-masked
"""
