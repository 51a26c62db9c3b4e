"""Takes all memory there is, at once and little by little.

Must happen: a MemoryError in the student's process.
"""

CELLS = ["np.ones(2**33)", "x = bytearray(10**9)\ny = bytearray(10**9)\nz = bytearray(10**9)"]
ANSWER = '''
def area(n):
    held = []
    while True:
        held.append(bytearray(2**28))
'''
STOCK = "it would take this machine's memory"
