"""Opens the source notebook, with its solutions and hidden tests, where it lies.

Must happen: the folder does not exist in there.
"""

ANSWER = '''
def area(n):
    return 3 * n * n


for path in ("@COURSE@/source/ps0_target/target.ipynb", "../../../source/ps0_target/target.ipynb"):
    try:
        print(open(path).read())
    except OSError as error:
        print(error)
!cat @COURSE@/source/ps0_target/target.ipynb
!find / -name "*.ipynb" -not -path "/proc/*" 2>/dev/null | head | xargs cat
'''
