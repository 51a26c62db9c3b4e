"""The cube of the width.

base: accepted/as_asked.py
replace: n_t * d_model**2 + n_s * d_model**2
with: (n_t + n_s) * d_model**3
points: 1
finding: projections-cubed
"""
