"""In seconds.

base: accepted/cube_root.py
replace:  / 86_400
with: 
points: 2.25
finding: seconds
"""
