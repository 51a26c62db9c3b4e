"""Forward differences whose step fits the inputs.

base: partial/forward_differences.py
replace: 1e-8
with: 1e-8 * np.abs(x).max()
points: 2
finding: dx: some-digits-only
"""
