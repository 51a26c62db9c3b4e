"""The line of the table, which is what one output projection costs in twelve layers.

base: accepted/five_numbers.py
replace: 119_587_995_648
with: 10_871_635_968
points: 3.25
finding: output-should-cost
"""
