"""nbgrader's grade book: what is read from it, what is saved in it, how it is kept."""
