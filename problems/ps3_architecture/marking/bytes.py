"""Bytes, where numbers are asked for: another convention of a count."""

BYTES = """
bytes(2 ~ 4): so many are the bytes, {} for each number; numbers are asked for :: * {}
"""
