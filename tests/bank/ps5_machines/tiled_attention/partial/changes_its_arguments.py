"""Scales the queries in place.

base: accepted/columns_kept.py
replace: out = np.zeros((n, d))
with: Q /= np.sqrt(d); out = np.zeros((n, d))
replace: K[first:last].T / np.sqrt(d)
with: K[first:last].T
points: 3
finding: changes-argument
"""
