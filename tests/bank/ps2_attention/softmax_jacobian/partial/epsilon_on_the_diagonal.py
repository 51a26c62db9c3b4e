"""Writes y (1 - y + 1e-8) on the diagonal.

base: partial/epsilon_in_the_sum.py
replace: (e.sum() + 1e-8)
with: e.sum()
replace: return np.diag(y) - np.outer(y, y)
with: J = -np.outer(y, y); np.fill_diagonal(J, y * (1 - y + 1e-8)); return J
points: 3
finding: small-number-in-one-minus-y
"""
