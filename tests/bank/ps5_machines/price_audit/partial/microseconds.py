"""In microseconds.

base: accepted/one_after_another.py
replace: claimed - products,
with: 1e6 * (claimed - products),
replace: "attention": -pairs
with: "attention": -1e6 * pairs
replace: attended - at_dense_peak
with: 1e6 * (attended - at_dense_peak)
replace: at_dense_peak - read,
with: 1e6 * (at_dense_peak - read),
replace: read - left
with: 1e6 * (read - left)
replace: "corrected": left
with: "corrected": 1e6 * left
points: 3
finding: microseconds
"""
