"""Each stage divides one thing.

points: 1
finding: stage-shards-only-its-own
base: accepted/ifs.py
replace: stage >= 1
with: stage == 1
replace: stage >= 2
with: stage == 2
replace: stage >= 3
with: stage == 3
"""
