"""H e² for each of the four projections.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 4 * (n_t + n_s) * n_heads * d_head**2
points: 1.5
finding: heads-see-a-slice-also-in-wo
"""
