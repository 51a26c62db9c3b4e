"""Two moments, no master copy.

points: 1
finding: no-master-copy
base: accepted/ifs.py
replace: (4 + 4 + 4)
with: (4 + 4)
"""
