"""Does not hand the masks on.

base: accepted/loop_over_heads.py
replace: V[..., part], key_padding_mask, causal)
with: V[..., part])
points: 2.5
finding: masks-not-handed-on
"""
