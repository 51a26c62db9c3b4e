"""Edits of a right answer: a mistake is the reference with one place changed.

`reference`: a right answer as text, and the edits of it that a marking file writes, a line each.
`rules`: all those that a few rules make of a text.
"""
