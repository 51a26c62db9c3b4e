"""As before, but the last step as it should be.

base: accepted/one_after_another.py
replace: read = max(at_dense_peak, reading)
with: read = at_dense_peak + reading
points: 3.5
finding: added-not-overlapped
finding: cache: authored
"""
