"""The signs are reversed.

base: accepted/one_after_another.py
replace: claimed - products,
with: products - claimed,
replace: "attention": -pairs
with: "attention": pairs
replace: attended - at_dense_peak
with: at_dense_peak - attended
replace: at_dense_peak - read,
with: read - at_dense_peak,
replace: read - left
with: left - read
points: 2
finding: signs-reversed
"""
