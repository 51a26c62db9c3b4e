"""All six in a layer.

base: accepted/on_paper.py
replace: 32_572_440_576
with: 32_572_440_576 // 12
replace: 130_445_475_840
with: 130_445_475_840 // 12
replace: 56_623_104
with: 56_623_104 // 12
replace: 86_859_841_536
with: 86_859_841_536 // 12
replace: -18_874_368
with: -18_874_368 // 12
replace: 207_618_048
with: 207_618_048 // 12
points: 1.5
finding: all-in-one-layer
"""
