"""Splits the inputs, then projects.

base: accepted/loop_over_heads.py
replace: Q, K, V = q @ W_q.T, k @ W_k.T, v @ W_v.T
with: blocks = np.kron(np.eye(n_heads), np.ones((q.shape[2] // n_heads,) * 2))
replace: size = Q.shape[-1] // n_heads
with: Q, K, V, size = q @ (W_q * blocks).T, k @ (W_k * blocks).T, v @ (W_v * blocks).T, q.shape[2] // n_heads
points: 2.5
finding: split-before-projected
"""
