"""Stage 1 divides the weights.

points: 1
finding: stages-in-reverse
base: accepted/ifs.py
replace: stage >= 1
with: stage > 2
replace: stage >= 3
with: stage >= 1
"""
