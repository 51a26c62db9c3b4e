"""The nbgrader side: reading submissions, grading them, feedback, reports."""
