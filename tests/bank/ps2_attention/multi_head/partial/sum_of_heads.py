"""This is the sum of the heads; put them side by side.

base: accepted/loop_over_heads.py
replace: np.concatenate(heads, axis=-1)
with: np.tile(sum(heads), n_heads)
points: 2.5
finding: sum-of-heads
"""
