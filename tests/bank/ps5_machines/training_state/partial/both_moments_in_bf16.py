"""A master copy in float32, both moments in bf16.

points: 1
finding: no-master-copy
base: accepted/ifs.py
replace: (4 + 4 + 4)
with: (4 + 2 + 2)
"""
