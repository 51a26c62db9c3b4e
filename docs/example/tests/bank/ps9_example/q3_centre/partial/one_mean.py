"""One mean for all rows.

base: accepted/rows.py
replace: np.mean(row)
with: np.mean(x)
points: 1.5
finding: of-all
"""
