"""The debugger for editors: the Debug Adapter Protocol, over standard input and output or a port of this computer."""

import os
import secrets
import socket
import sys
from contextlib import closing, suppress

from cpc.debugger.dap.adapter import Adapter
from cpc.debugger.dap.doorkeeper import Doorkeeper, same_user, tells_users
from cpc.debugger.dap.program import Loaded, Loader
from cpc.debugger.dap.wire import Wire

HERE = "127.0.0.1"


class PortError(Exception):
    """A port cannot be used; the text is a sentence that says why."""


def serve(port: int | None, loader: Loader, loaded: Loaded | None = None) -> int:
    """Serves editors at a port; if there is none, one editor over standard input and output."""
    if port is not None:
        with listener_at(port) as listener:
            print(f"The debugger waits for an editor at port {listener.getsockname()[1]} of this computer.",
                  file=sys.stderr, flush=True)
            listen(listener, loader, loaded, secrets.token_urlsafe(12))
        return 0
    outgoing = sys.stdout.buffer
    sys.stdout = sys.stderr                 # what is printed must not come between the messages
    incoming = os.fdopen(os.dup(0), "rb")   # not sys.stdin, which Python locks when it ends
    Adapter(Wire(incoming, outgoing), loader, loaded).serve()
    return 0


def listener_at(port: int) -> socket.socket:
    """Only programs on this computer get in. Port 0 is any that is free."""
    try:
        return socket.create_server((HERE, port))
    except OverflowError:
        raise PortError(f"{port} is no port: they go from 0 to 65535.") from None
    except OSError as error:
        raise PortError(f"Port {port} cannot be used: {error.strerror or error}.") from None


def listen(listener: socket.socket, loader: Loader, loaded: Loaded | None, token: str) -> None:
    """Serves one editor after the other, until one of them ends the loaded program; if no program is loaded, for ever."""
    if loaded is None and not tells_users():
        _tell(token)
    with closing(Doorkeeper(listener)) as doorkeeper:
        while loaded is None or not loaded.ended:
            _serve(doorkeeper.next(), loader, loaded, token)


def _serve(connection: socket.socket, loader: Loader, loaded: Loaded | None, token: str) -> None:
    with connection:
        known = same_user(connection)
        if known is False:
            return
        if known is None and loaded is None and tells_users():
            _tell(token)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = connection.makefile("rwb")
        wire = Wire(stream, stream)
        Adapter(wire, loader, loaded, "" if known else token).serve()
        with suppress(OSError):             # the editor may have closed it before
            connection.shutdown(socket.SHUT_RDWR)
        wire.reader.join()
        with suppress(OSError):
            stream.close()


def _tell(token: str) -> None:
    print(f"This system does not say whose a connection is: a launch needs the token {token}.", file=sys.stderr, flush=True)
