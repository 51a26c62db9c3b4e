"""Prints the environment, by Python, by the C library and by a program.

Must happen: it is the sandbox's own.
"""

ANSWER = '''
import ctypes
import os
import subprocess


def area(n):
    return 3 * n * n


print(os.environ, os.environb)
environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
for i in range(200):
    if environ[i] is None:
        break
    print(environ[i])
print(subprocess.run(["env"], capture_output=True, text=True).stdout)
'''
