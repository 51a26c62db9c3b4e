"""All scores at once, without the scale.

base: partial/all_scores.py
replace:  / np.sqrt(d)
with: 
points: 1.25
finding: scale-missing
finding: too-much-memory
"""
