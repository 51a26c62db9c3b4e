"""Edits of a right answer: a mistake is the reference with one place changed.

`authored`: the edits that a marking file writes, a line each. `rules`: all those that a few rules
make of a text.
"""
