"""All of the file is read.

base: accepted/one_after_another.py
replace: reading = 2 * matrices
with: reading = 2 * 8_030_261_248
points: 3.5
finding: embedding-read
"""
