"""One projection for queries and keys: both arrays hold the sum of the two gradients.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = dK = dS @ K + dS.T @ Q
replace: dK = dS.T @ Q
with: pass
points: 6
finding: one-projection
"""
