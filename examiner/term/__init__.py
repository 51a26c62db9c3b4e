"""What is done with a class: grade it, make its pages, keep it. And nbgrader's part in that."""
