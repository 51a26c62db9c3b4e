"""Each correction alone.

base: accepted/one_after_another.py
replace: attended - at_dense_peak
with: -claimed
replace: at_dense_peak - read,
with: claimed - reading,
replace: read - left
with: claimed - caches
points: 2.5
finding: not-one-after-the-other
"""
