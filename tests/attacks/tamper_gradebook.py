"""Writes full points into the grade book, for itself and against everybody else.

Must happen: the grade book isn't there.
"""

ANSWER = '''
import sqlite3


def area(n):
    return 3 * n * n


try:
    book = sqlite3.connect("@COURSE@/gradebook.db", timeout=0.2)
    book.execute("update grade set auto_score = 4, manual_score = 4")
    book.execute("update grade_cell set max_score = 0.1")
    book.execute("update student set email = 'x'")
    book.commit()
except sqlite3.Error as error:
    print(error)
'''
