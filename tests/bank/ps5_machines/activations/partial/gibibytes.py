"""Memory is converted once more.

base: accepted/lines.py
replace: left = memory - states
with: left = memory * 2**30 / 1e9 - states
points: 4.75
finding: gib-for-gb
"""
