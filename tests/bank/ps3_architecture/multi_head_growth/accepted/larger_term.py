"""The larger of the two costs: it is at least half of their sum.

base: accepted/as_asked.py
replace: return n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
with: return max((n_t + n_s) * d_model**2, n_t * n_s * d_model)
"""
