"""Every token sees all.

base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(0, n, block)
replace: s = np.where(future, -np.inf, s)
with: pass
points: 2
finding: not-causal
"""
