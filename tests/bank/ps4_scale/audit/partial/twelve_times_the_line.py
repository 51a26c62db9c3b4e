"""Takes the FLOPs of all heads for those of one.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 12 * 12 * 10_871_635_968 - 14_155_776
points: 2.5
finding: flops-of-all-heads
"""
