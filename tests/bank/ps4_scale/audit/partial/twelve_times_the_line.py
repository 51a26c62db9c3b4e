"""Takes the FLOPs of all heads for those of one.

base: accepted/five_numbers.py
replace: 119_587_995_648
with: 12 * 11 * 10_871_635_968
points: 3.25
finding: flops-of-all-heads
"""
