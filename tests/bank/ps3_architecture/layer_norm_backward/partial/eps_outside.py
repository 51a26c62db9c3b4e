"""eps beside the root.

base: accepted/in_three_means.py
replace: np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: np.sqrt(x.var(axis=1, keepdims=True)) + eps
points: 3
finding: eps-outside-the-root
"""
