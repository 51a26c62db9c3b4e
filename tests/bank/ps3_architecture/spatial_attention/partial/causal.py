"""A causal mask on the flattened grid.

base: accepted/head_by_head.py
replace: s = (flat @ w_q.T) @ (flat @ w_k.T).T
with: s = np.where(np.tri(X * Y) > 0, (flat @ w_q.T) @ (flat @ w_k.T).T, -np.inf)
points: 2
finding: causal-mask
"""
