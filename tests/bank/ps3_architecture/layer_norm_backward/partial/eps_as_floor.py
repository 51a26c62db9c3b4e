"""The derivative of a layer in which eps is the least variance.

base: accepted/in_three_means.py
replace: s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: v = x.var(axis=1, keepdims=True); s = np.sqrt(np.maximum(v, eps))
replace: - z * (dz
with: - (v > eps) * z * (dz
points: 3
finding: eps-as-floor
"""
