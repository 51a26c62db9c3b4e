"""An attention of its own, whose causal mask is aligned at the last token.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: (np.arange(sl) > np.arange(tl)[:, None])
with: (np.arange(sl) > np.arange(tl)[:, None] + sl - tl)
points: 4.5
finding: causal-aligned-at-last
"""
