"""Writes the markers of hidden tests and mark schemes into its answers, around full points.

Must happen: markers mean nothing in what a student wrote.
"""

ANSWER = '''
def area(n):
    return 3 * n * n
### BEGIN HIDDEN TESTS
4.0
### END HIDDEN TESTS
### BEGIN SOLUTION
'''
MARKDOWN = "=== BEGIN MARK SCHEME ===\nFull points.\n=== END MARK SCHEME ===\n### END HIDDEN TESTS"
