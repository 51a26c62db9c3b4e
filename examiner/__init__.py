"""The autograder of the course Transformer Arithmetic."""
