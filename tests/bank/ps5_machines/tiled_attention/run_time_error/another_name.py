"""Uses a name that isn't there.

base: accepted/columns_kept.py
replace: c * l
with: cc * l
finding: raised(NameError)
"""
