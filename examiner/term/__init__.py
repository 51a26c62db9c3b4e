"""The work of a term: grading a class, feedback pages, due dates, backups, nbgrader's overrides."""
