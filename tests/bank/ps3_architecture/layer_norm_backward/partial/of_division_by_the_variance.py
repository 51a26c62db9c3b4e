"""The derivative of a layer that divides by the variance.

base: accepted/in_three_means.py
replace: s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: s = x.var(axis=1, keepdims=True) + eps
replace: - z * (dz
with: - 2 * s * z * (dz
points: 2
finding: divided-by-variance
"""
