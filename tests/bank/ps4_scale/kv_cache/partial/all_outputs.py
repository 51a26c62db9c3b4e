"""Outputs for all tokens, as if the cache held their queries.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new
with: return (np.ones(len(K_new))[:, None] * (a @ V_new)), K_new
points: 3
finding: after six tokens, d = 4: out: array-shape
"""
