"""One mean for all entries.

base: accepted/cumulative.py
replace: np.cumsum(x) / np.arange(1, len(x) + 1)
with: np.full(len(x), x.mean())
points: 2
finding: mean-of-all
"""
