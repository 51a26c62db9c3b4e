"""nbgrader's gradebook: its file and backups, the scores in it, and decisions on answers."""
