"""Multiplies by the transposed matrices, as for tokens in rows.

base: partial/no_value_bias.py
replace: V, Q, K = omega_v @ X, beta_q + omega_q @ X, beta_k + omega_k @ X
with: V, Q, K = beta_v + omega_v.T @ X, beta_q + omega_q.T @ X, beta_k + omega_k.T @ X
points: 2
finding: matrices-transposed
"""
