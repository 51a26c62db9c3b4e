"""Scores by distance.

base: accepted/head_by_head.py
replace: s = (flat @ w_q.T) @ (flat @ w_k.T).T
with: s = -np.sum(((flat @ w_q.T)[:, None] - flat @ w_k.T) ** 2, axis=2) / 2
points: 2
finding: scores-of-distances
"""
