"""eps beside 1, not beside the variance.

base: accepted/as_the_formula.py
replace: np.sqrt(variance) / np.sqrt(variance + eps)
with: 1 / np.sqrt(1 + eps)
points: 1
finding: variance-missing-beside-eps
"""
