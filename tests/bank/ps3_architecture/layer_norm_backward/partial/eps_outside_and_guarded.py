"""The derivative of a layer with eps beside the root, also where σ is 0.

base: accepted/in_three_means.py
replace: np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: (sigma := x.std(axis=1, keepdims=True)) + eps
replace: - z * (dz * z)
with: - (x - mu) / np.where(sigma > 0, sigma, 1) * (dz * z)
points: 3
finding: eps-outside-the-root
"""
