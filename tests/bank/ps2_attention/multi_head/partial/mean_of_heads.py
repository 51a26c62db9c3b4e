"""The mean of the heads in the place of each.

base: accepted/loop_over_heads.py
replace: np.concatenate(heads, axis=-1)
with: np.tile(sum(heads) / n_heads, n_heads)
points: 2.5
finding: mean-of-heads
"""
