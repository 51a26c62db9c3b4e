"""Pages about a graded notebook: HTML for people, in which nothing that a student wrote can act."""
