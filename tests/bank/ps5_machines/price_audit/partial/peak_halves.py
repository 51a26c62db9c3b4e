"""Half the peak halves the time; what follows is right.

base: accepted/one_after_another.py
replace: attended * sparse / dense
with: attended * dense / sparse
points: 3.5
finding: peak-halved
"""
