"""Central differences, a feature of all tokens at a time.

points: 2
finding: dx: some-digits-only
base: partial/forward_differences.py
replace: dx, h = np.zeros(x.shape), 1e-8
with: dx, h = np.zeros(x.shape), 1e-6
replace: dx[:, j] = np.sum(dy * (y(x + step) - y(x)), axis=1) / h
with: dx[:, j] = np.sum(dy * (y(x + step) - y(x - step)), axis=1) / (2 * h)
"""
