"""Who may use the debugger's port: the user whose debugger it is, and who says something.

Other users of this computer can connect to its ports, too. On Linux the kernel says whose a connection is. Where it
does not, a `launch` needs the token that was printed when the debugger began to wait.
"""

import os
import select
import socket
import sys
import time
from io import BytesIO
from pathlib import Path

from cpc.debugger.dap.wire import read_message

SILENT_SECONDS = 2.0            # for the first message
MOST_WAITING = 32               # connections that have not said anything yet
PIECES = 0.02                   # seconds until the rest of a message is looked for
FIRST = 1 << 16                 # bytes of a first message at most
TABLES = Path("/proc/net/tcp")
UID_COLUMN = 7


class Doorkeeper:
    """Lets connections in that have sent a whole message, or what is none. Silent ones are dropped and hold nobody up."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.waiting: dict[socket.socket, float] = {}       # and until when

    def next(self) -> socket.socket:
        """The next connection that has something to answer. The time in which another one was served does not count."""
        until = time.monotonic() + SILENT_SECONDS
        self.waiting = dict.fromkeys(self.waiting, until)
        while True:
            now = time.monotonic()
            for connection in [one for one, until in self.waiting.items() if until < now]:
                self._drop(connection)
            sources = list(self.waiting) if len(self.waiting) >= MOST_WAITING else [self.listener, *self.waiting]
            timeout = max(min(self.waiting.values()) - now, 0) if self.waiting else None
            for source in select.select(sources, [], [], timeout)[0]:
                if source is self.listener:
                    connection, _ = self.listener.accept()
                    self.waiting[connection] = time.monotonic() + SILENT_SECONDS
                    continue
                whole = _has_spoken(source)
                if whole:
                    del self.waiting[source]
                    return source
                if whole is None:
                    time.sleep(PIECES)
                else:
                    self._drop(source)

    def _drop(self, connection: socket.socket) -> None:
        del self.waiting[connection]
        connection.close()

    def close(self) -> None:
        for connection in list(self.waiting):
            self._drop(connection)


def _has_spoken(connection: socket.socket) -> bool | None:
    """Whether there is something to answer; None: not yet. False: there will be nothing."""
    try:
        data = connection.recv(FIRST, socket.MSG_PEEK)
    except OSError:
        return False
    if not data:
        return False
    try:
        return True if read_message(BytesIO(data)) is not None or len(data) == FIRST else None
    except ValueError:
        return True


def tells_users() -> bool:
    """Whether this system says whose a connection is."""
    return TABLES.exists()


def same_user(connection: socket.socket) -> bool | None:
    """Whether the other end belongs to the user who runs this; None: this system does not say."""
    try:
        ours, theirs = (_hex(name) for name in (connection.getsockname(), connection.getpeername()))
        rows = TABLES.read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    for fields in map(str.split, rows):
        if fields[1:3] == [theirs, ours]:
            return int(fields[UID_COLUMN]) in (os.getuid(), 0)
    return None


def _hex(name: tuple[str, int]) -> str:
    """An address as the kernel's table has it."""
    host, port = name
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"
