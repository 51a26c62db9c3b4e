"""All signs are reversed.

base: accepted/on_paper.py
replace: 32_572_440_576
with: -32_572_440_576
replace: 130_445_475_840
with: -130_445_475_840
replace: 56_623_104
with: -56_623_104
replace: 86_859_841_536
with: -86_859_841_536
replace: -18_874_368
with: 18_874_368
points: 1.5
finding: signs-reversed
"""
