"""The smaller of the two costs.

base: accepted/as_asked.py
replace: return n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
with: return min((n_t + n_s) * d_model**2, n_t * n_s * d_model)
points: 1
finding: smaller-cost-only
"""
