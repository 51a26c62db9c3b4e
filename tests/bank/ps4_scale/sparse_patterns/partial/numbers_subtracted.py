"""Rows and columns of the difference of two numbers.

base: accepted/broadcast.py
replace: near_rows = abs(row[:, None] - row[None, :]) <= r
with: near_rows = abs(i[:, None] - i[None, :]) // w <= r
replace: near_columns = abs(column[:, None] - column[None, :]) <= r
with: near_columns = abs(i[:, None] - i[None, :]) % w <= r
points: 3.5
finding: numbers-subtracted
"""
