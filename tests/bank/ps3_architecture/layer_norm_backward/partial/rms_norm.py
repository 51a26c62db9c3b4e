"""The derivative of RMS norm.

base: accepted/in_three_means.py
replace: mu = x.mean(axis=1, keepdims=True)
with: mu = 0
replace: s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: s = np.sqrt((x**2).mean(axis=1, keepdims=True) + eps)
replace:  - dz.mean(axis=1, keepdims=True)
with: 
points: 1
finding: rms-norm
"""
