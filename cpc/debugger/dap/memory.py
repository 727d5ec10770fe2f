"""The machine's memory in an editor: where variables lie, and the bytes there."""

from base64 import b64encode

from basic.debug.debugger import CommandError
from cpc.debugger.dap.arguments import Arguments, Body
from cpc.debugger.dap.editor import Editor

SIZE = 0x10000                  # of the memory that BASIC sees
MOST = 0x100000                 # bytes that an editor may ask for at once


class Memory:
    """Answers the request that reads memory. A reference is an address, as `0x1ab`."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def on_readMemory(self, given: Arguments) -> Body:
        try:
            begin = int(given["memoryReference"], 0) + given.get("offset", 0)
        except ValueError:
            raise CommandError("{0} is not an address.", given["memoryReference"]) from None
        count = min(given["count"], MOST)
        first, end = max(begin, 0), min(begin + count, SIZE)
        if begin >= SIZE or begin < 0:
            return {"address": hex(max(begin, 0)), "unreadableBytes": count}
        data = bytes(self.editor.cpc.memory[first:end])
        found: Body = {"address": hex(first), "data": b64encode(data).decode("ascii")}
        return found | ({"unreadableBytes": count - len(data)} if len(data) < count else {})
