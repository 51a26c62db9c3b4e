"""`examiner mark`: a page on which a person marks question by question."""
