"""A complex step that fits the largest input.

base: partial/complex_step_of_each_token.py
replace: 1e-20j * s[:, 0]
with: 1e-20j * np.abs(x).max()
points: 2
finding: dx: method-excluded
"""
