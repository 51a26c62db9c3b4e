"""A slip: two arrays of queries.

points: 4.75
finding: queries_keys_values: terms-of-line
base: accepted/lines.py
replace: queries + keys + values
with: 2 * queries + keys
"""
