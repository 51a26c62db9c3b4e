"""Writes full points into the grade book, for itself and against everybody else.

Must happen: the grade book isn't there.
"""

ANSWER = '''
import sqlite3


def area(n):
    return 3 * n * n


for statement in (
    "update grade set auto_score = 4, manual_score = 4",
    "update student set email = 'x'",
    "delete from submitted_notebook",
):
    try:
        with sqlite3.connect("@COURSE@/gradebook.db", timeout=0.2) as book:
            book.execute(statement)
    except sqlite3.Error as error:
        print(error)
'''
