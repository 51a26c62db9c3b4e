"""The first pattern has twos in the place of True.

base: accepted/loops_over_patches.py
replace: return np.array(mask)
with: return 2 * np.array(mask)
points: 1
finding: other-entries
"""
