"""Messages of the Debug Adapter Protocol over a pair of streams: a header with the length, and JSON."""

import json
import queue
import threading
from typing import BinaryIO

LONGEST = 16 << 20


class Wire:
    """Reads in a thread of its own, so that a program can run until a message comes. None is the end."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.incoming = incoming
        self.outgoing = outgoing
        self.messages: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self.sent = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while (message := read_message(self.incoming)) is not None:
                self.messages.put(message)
        except (OSError, ValueError):
            pass
        self.messages.put(None)

    def take(self, wait: bool) -> dict | None:
        """The next message. queue.Empty where there is none and one does not wait."""
        return self.messages.get(wait)

    def send(self, kind: str, **fields) -> None:
        self.sent += 1
        body = json.dumps({"seq": self.sent, "type": kind, **fields}).encode()
        try:
            self.outgoing.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.outgoing.flush()
        except (OSError, ValueError):
            self.messages.put(None)     # nobody listens any more


def read_message(stream: BinaryIO) -> dict | None:
    """None at the end of the stream; ValueError for what is not a message."""
    length = None
    while (line := stream.readline(1000)) not in (b"\r\n", b"\n"):
        if not line:
            return None
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    if length is None or not 0 <= length <= LONGEST:
        raise ValueError("a message without its length")
    body = stream.read(length)
    if len(body) < length:
        return None
    message = json.loads(body)
    if not isinstance(message, dict):
        raise ValueError("a message that is no object")
    return message
