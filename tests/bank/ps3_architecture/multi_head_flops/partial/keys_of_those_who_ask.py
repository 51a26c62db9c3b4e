"""Projects only the values from the other text.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 6 * n_t * d**2 + 2 * n_s * d**2
points: 1.5
finding: one-of(keys-of-nt or size-in-place-of(the values, n_t, n_s))
finding: keys-of-nt
"""
