"""Stage 1 divides all.

points: 1
finding: numbers-differ
base: accepted/ifs.py
replace: stage >= 2
with: stage > 0
replace: stage >= 3
with: stage > 0
"""
