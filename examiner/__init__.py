"""The system that grades Transformer Arithmetic: checks, the student process, and grading a class."""
