"""dy in place of dz in the part through σ.

base: accepted/in_three_means.py
replace: z * (dz * z)
with: z * (dy * z)
points: 2
finding: deviation-part-without-gamma
"""
