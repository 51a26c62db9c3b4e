"""A complex step of 1e-30 for small inputs, formulas for large ones.

points: 2
finding: dx: method-excluded
base: partial/tiny_complex_step.py
replace: step[j] = 1e-200j
with: step[j] = 1e-30j
replace: dx[:, j] = np.sum(dy * y(x + step).imag, axis=1) / 1e-200
with: dx[:, j] = np.sum(dy * y(x + step).imag, axis=1) / 1e-30
"""
