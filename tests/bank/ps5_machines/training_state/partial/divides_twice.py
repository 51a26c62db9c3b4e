"""A slip: weights are divided from stage 2 on.

points: 1.5
finding: weights-from-stage-3
base: accepted/ifs.py
replace: stage >= 3
with: stage > 1
"""
