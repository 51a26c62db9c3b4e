"""The caches are read beside the matrices.

base: accepted/one_after_another.py
replace: left = max(at_dense_peak, reading + caches)
with: left = max(at_dense_peak, reading, caches)
points: 3.5
finding: cache-counted-alone
"""
