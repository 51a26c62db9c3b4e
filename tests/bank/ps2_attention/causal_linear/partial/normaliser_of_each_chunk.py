"""The state goes from chunk to chunk, the normaliser doesn't.

base: accepted/chunks.py
replace: return out[:-1] / out[-1]
with: return out[:-1] / np.concatenate([np.triu(G_K[:, a : a + size].T @ G_Q[:, a : a + size]).sum(axis=0) for a in range(0, N, size)])
points: 3
finding: normaliser-of-block
"""
