"""In milliseconds.

base: accepted/one_after_another.py
replace: claimed - products,
with: 1e3 * (claimed - products),
replace: "attention": -pairs
with: "attention": -1e3 * pairs
replace: attended - at_dense_peak
with: 1e3 * (attended - at_dense_peak)
replace: at_dense_peak - read,
with: 1e3 * (at_dense_peak - read),
replace: read - left
with: 1e3 * (read - left)
replace: "corrected": left
with: "corrected": 1e3 * left
points: 3
finding: milliseconds
"""
