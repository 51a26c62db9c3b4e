"""A slip: gradients are divided from stage 3 on.

points: 2.25
finding: numbers-differ
base: accepted/ifs.py
replace: stage >= 2
with: stage > 2
"""
