"""What people read of a graded notebook, as HTML in which nothing of a student's acts."""
