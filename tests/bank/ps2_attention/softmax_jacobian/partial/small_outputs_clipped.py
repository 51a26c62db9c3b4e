"""Small outputs are clipped.

base: accepted/broadcast.py
replace: return e / e.sum()
with: return np.clip(e / e.sum(), 1e-9, 1 - 1e-9)
points: 2.5
finding: small-outputs-clipped
"""
