"""The derivative of a layer with eps beside the root.

base: accepted/in_three_means.py
replace: np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: (sigma := x.std(axis=1, keepdims=True)) + eps
replace: (dz * z).mean(axis=1, keepdims=True)) / s
with: (dz * z).mean(axis=1, keepdims=True) * s / sigma) / s
points: 3
finding: eps-outside-the-root
"""
