"""An attention of its own, in which a token can't see itself.

base: partial/true_is_kept.py
replace: hidden | ~key_padding_mask[:, None, None, :]
with: hidden | key_padding_mask[:, None, None, :]
replace: (np.arange(sl) > np.arange(tl)[:, None])
with: (np.arange(sl) >= np.arange(tl)[:, None])
points: 3
finding: causal-hides-itself
"""
