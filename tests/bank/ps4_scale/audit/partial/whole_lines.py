"""Takes whole lines away.

base: accepted/on_paper.py
replace: 32_572_440_576
with: 12 * 2_717_908_992
replace: 130_445_475_840
with: 12 * 10_871_635_968
replace: 56_623_104
with: 75_497_472
replace: 86_859_841_536
with: 24 * 3_623_878_656
points: 1.5
finding: whole-line
"""
