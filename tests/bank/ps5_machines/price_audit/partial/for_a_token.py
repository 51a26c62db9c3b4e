"""Times for a token.

base: accepted/one_after_another.py
replace: claimed - products,
with: 1 / 32 * (claimed - products),
replace: "attention": -pairs
with: "attention": -1 / 32 * pairs
replace: attended - at_dense_peak
with: 1 / 32 * (attended - at_dense_peak)
replace: at_dense_peak - read,
with: 1 / 32 * (at_dense_peak - read),
replace: read - left
with: 1 / 32 * (read - left)
replace: "corrected": left
with: "corrected": 1 / 32 * left
points: 2
finding: time-for-a-token
"""
