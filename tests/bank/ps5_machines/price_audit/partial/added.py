"""Reading and arithmetic one after the other.

base: accepted/one_after_another.py
replace: read = max(at_dense_peak, reading)
with: read = at_dense_peak + reading
replace: left = max(at_dense_peak, reading + caches)
with: left = read + caches
points: 3.5
finding: added-not-overlapped
"""
