"""Takes the printed peak for right, and leaves its line out; what follows is right.

base: accepted/one_after_another.py
replace: at_dense_peak = attended * sparse / dense
with: at_dense_peak = attended
replace:         "peak": attended - at_dense_peak,
with: 
points: 3.5
finding: no-such-key
finding: weights: authored
"""
