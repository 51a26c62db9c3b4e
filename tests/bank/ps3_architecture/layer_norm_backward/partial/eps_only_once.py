"""The formula for eps = 0 in the part through σ.

base: accepted/projection.py
replace: (d * s2)) / np.sqrt(s2)
with: (d * (s2 - eps))) / np.sqrt(s2)
points: 2
finding: eps-missing-in-deviation-part
"""
