"""Attends to the own row and column only.

base: accepted/head_by_head.py
replace: s = (flat @ w_q.T) @ (flat @ w_k.T).T
with: x, y = np.divmod(np.arange(X * Y), Y); s = np.where((x == x[:, None]) | (y == y[:, None]), (flat @ w_q.T) @ (flat @ w_k.T).T, -np.inf)
points: 2
finding: some-cells-only
"""
