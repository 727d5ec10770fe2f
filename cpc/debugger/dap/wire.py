"""Messages of the Debug Adapter Protocol over a pair of streams: a header with the length, and JSON."""

import json
import queue
import threading
from typing import Protocol

from cpc.debugger.dap.arguments import Body

LONGEST = 16 << 20
HEADERS = (b"content-length", b"content-type")


class Incoming(Protocol):
    def read(self, size: int, /) -> bytes: ...
    def readline(self, size: int, /) -> bytes: ...


class Outgoing(Protocol):
    def write(self, data: bytes, /) -> object: ...
    def flush(self) -> None: ...


class NotAMessage(ValueError):
    """Something came that is not a message; the text is a sentence that says so. The next one may be a message again."""


URGENT = ("cancel", "pause", "disconnect", "terminate")     # requests that end what the adapter is at


class Carrier(Protocol):
    """What carries messages between an editor and its adapter."""
    def urgent(self) -> bool:
        """A request waits that ends what is being done."""
    def take(self, seconds: float | None) -> "Body | NotAMessage | None": ...
    def send(self, kind: str, **fields: object) -> None: ...
    def flush(self) -> None: ...


class Wire:
    """Reads in a thread of its own, so that a program can run until a message comes. None is the end."""

    def __init__(self, incoming: Incoming, outgoing: Outgoing) -> None:
        self.incoming = incoming
        self.outgoing = outgoing
        self.messages: queue.SimpleQueue[Body | NotAMessage | None] = queue.SimpleQueue()
        self.sent = 0
        self.unsent = b""
        self.came = self.taken = 0          # of urgent requests
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        while True:
            try:
                message = read_message(self.incoming)
            except NotAMessage as error:
                self.messages.put(error)
                continue
            except (OSError, ValueError) as error:
                if isinstance(error, ValueError):
                    self.messages.put(NotAMessage(f"This is no Debug Adapter Protocol: {error}."))
                message = None
            self.came += message is None or message.get("command") in URGENT
            self.messages.put(message)
            if message is None:
                return

    def take(self, seconds: float | None) -> Body | NotAMessage | None:
        """The next message. queue.Empty where none comes in that time; None waits for one."""
        self.flush()
        message = self.messages.get(timeout=seconds)
        self.taken += message is None or isinstance(message, dict) and message.get("command") in URGENT
        return message

    def urgent(self) -> bool:
        return self.came > self.taken

    def send(self, kind: str, **fields: object) -> None:
        """With the next `take` or `flush`: an answer and the events that follow it go together."""
        self.sent += 1
        body = json.dumps({"seq": self.sent, "type": kind, **fields}).encode()
        self.unsent += b"Content-Length: %d\r\n\r\n" % len(body) + body

    def flush(self) -> None:
        if not self.unsent:
            return
        try:
            self.outgoing.write(self.unsent)
            self.outgoing.flush()
        except (OSError, ValueError):
            self.messages.put(None)     # the editor does not listen any more
        self.unsent = b""


def read_message(stream: Incoming) -> Body | None:
    """None at the end of the stream. NotAMessage for a text that is no message, ValueError where the next one cannot be found.

    Other headers than the protocol's are refused: a web page could send them to a port of this computer.
    """
    length = None
    while (line := stream.readline(1000)) not in (b"\r\n", b"\n"):
        if not line:
            return None
        name, _, value = line.partition(b":")
        if name.strip().lower() not in HEADERS:
            raise ValueError("a header it does not have")
        if name.strip().lower() == HEADERS[0]:
            length = int(value)
    if length is None or not 0 <= length <= LONGEST:
        raise ValueError("a message without its length")
    body = stream.read(length)
    if len(body) < length:
        return None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise NotAMessage("A message that is no JSON has been passed over.") from None
    if not isinstance(message, dict):
        raise NotAMessage("A message that is no object has been passed over.")
    return message
