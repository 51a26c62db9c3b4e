"""What one token costs.

points: 1.5
finding: per-token
base: accepted/line_by_line.py
replace: n_layers * (queries + 2 * keys + output)
with: n_layers * (queries + 2 * keys + output) // n
replace: n_layers * (scores + sums)
with: n_layers * (scores + sums) // n
replace: n_layers * block
with: n_layers * block // n
replace: "head": head
with: "head": head // n
"""
