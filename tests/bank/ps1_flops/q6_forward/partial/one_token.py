"""Counts one token: one factor everywhere.

base: accepted/three_parts.py
replace: return attention + feed_forward + loss
with: return (attention + feed_forward + loss) // seq_len
points: 1
finding: factor-missing(seq_len)
"""
