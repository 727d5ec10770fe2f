"""Where things lie in memory, for @, PEEK and POKE: the program at &170, variables and arrays behind it."""

from basic.errors import IMPROPER, BasicError
from basic.program import START


class Addresses:
    def __init__(self, session):
        self.session = session
        self.machine = session.machine

    def variables_start(self) -> int:
        return START + self.session.program.size() - 1

    def of(self, node, c):
        """The closure for @variable."""
        variables = self.session.variables
        slot, kind = c.variable(node.name, node.token) if not hasattr(node, "subscripts") else (None, None)

        def address():
            if slot is None or slot not in variables.created:
                raise BasicError(IMPROPER)
            place = self.variables_start() + variables.created[slot]
            return place if place < 32768 else place - 65536
        return address

    def peek(self, address: int) -> int:
        program = self.session.program
        if START <= address < START + program.size():
            return program.image()[address - START]
        return self.machine.peek(address)

    def poke(self, address: int, value: int) -> None:
        self.machine.poke(address, value)
