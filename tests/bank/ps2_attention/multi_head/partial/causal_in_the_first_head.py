"""Only the first head gets the causal mask.

base: accepted/loop_over_heads.py
replace: V[..., part], key_padding_mask, causal)
with: V[..., part], key_padding_mask, causal and h == 0)
points: 3
finding: causal-in-first-head-only
"""
