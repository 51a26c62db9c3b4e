'''Passes open files to the examiner with its replies, hundreds of them: pipes, sockets, its own end.

Must happen: none is taken; the replies are read as if they had come alone.
'''

FORGE = '''
import gc
import os
import socket

from inside import wire

(session,) = [thing for thing in gc.get_objects() if type(thing).__name__ == "Session"]
send_alone = session.channel.send


def send(number, body):
    files = [*os.pipe(), *(s.fileno() for s in SOCKETS), session.channel.sock.fileno()]
    message = wire.HEADER.pack(len(body), number) + body
    try:
        for _ in range(20):
            sent = socket.send_fds(session.channel.sock, [message], files)
            message = message[sent:]
            if not message:
                break
    except OSError:
        pass
    session.channel.sock.sendall(message)


SOCKETS = socket.socketpair()
session.channel.send = send
'''
CELLS = [FORGE]
ANSWER = "def area(n):\n    return 3 * n * n"
STOCK = "there is no session"
