"""The rounds of a scan that sweeps up and down.

base: accepted/one_line.py
replace: return math.ceil(
with: return 2 * math.ceil(
points: 2.75
finding: two-sweeps
"""
