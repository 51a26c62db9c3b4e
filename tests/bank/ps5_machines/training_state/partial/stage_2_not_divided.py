"""A slip: gradients are divided from stage 3 on.

points: 1.5
finding: gradients-from-stage-2
base: accepted/ifs.py
replace: stage >= 2
with: stage > 2
"""
