"""Takes the amount of the output projection for that of the scores and of what is absent, too.

base: accepted/on_paper.py
replace: 56_623_104
with: 130_445_475_840
replace: -18_874_368
with: 130_445_475_840
points: 2
finding: another-output(output_projection)
"""
