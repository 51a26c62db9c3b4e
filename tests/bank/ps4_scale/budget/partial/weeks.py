"""In weeks.

base: accepted/cube_root.py
replace: 86_400
with: 604_800
points: 2.25
finding: weeks
"""
