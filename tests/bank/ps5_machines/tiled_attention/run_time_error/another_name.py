"""Uses a name that isn't there.

base: accepted/columns_kept.py
replace: c * l
with: cc * l
points: 0
finding: raised(NameError)
"""
