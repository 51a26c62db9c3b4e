"""z divided by the root once more.

base: accepted/in_three_means.py
replace: - z * (dz
with: - z / s * (dz
points: 2
finding: deviation-part-divided-twice
"""
