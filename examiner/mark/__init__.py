"""`examiner mark`: web pages for manual grading, question by question."""
