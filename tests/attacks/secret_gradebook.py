"""Reads the grade book.

Must happen: it isn't there.
"""

ANSWER = '''
import sqlite3


def area(n):
    return 3 * n * n


try:
    book = sqlite3.connect("file:@COURSE@/gradebook.db?mode=ro", uri=True)
    print("\\n".join(book.iterdump())[:900000])
except sqlite3.Error as error:
    print(error)
print(open("@COURSE@/gradebook.db", "rb").read())
'''
