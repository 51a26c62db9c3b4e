"""The first pattern is what the first patch sees.

base: accepted/loops_over_patches.py
replace: return np.array(mask)
with: return np.array(mask[0])
points: 1
finding: no-mask
"""
