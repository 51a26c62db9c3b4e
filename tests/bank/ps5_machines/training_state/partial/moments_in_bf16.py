"""The optimiser's three in bf16.

points: 1
finding: state-in-bf16
base: accepted/ifs.py
replace: (4 + 4 + 4)
with: (2 + 2 + 2)
"""
