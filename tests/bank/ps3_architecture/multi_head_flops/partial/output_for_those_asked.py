"""Maps an output for each token that is asked.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 2 * n_t * d**2 + 6 * n_s * d**2
points: 1.5
finding: one-of(output-of-ns or size-in-place-of(the queries, n_s, n_t))
finding: output-of-ns
"""
