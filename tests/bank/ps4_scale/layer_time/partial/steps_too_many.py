"""Too many steps: a dot product of n terms takes n, one for all products and n − 1 additions.

base: accepted/as_asked.py
replace: return J + U + 3
with: return J + U + 5
points: 2.75
finding: steps-too-many
"""
