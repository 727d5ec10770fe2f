"""Whether a program does nothing but ask for a key: it waits for a person, though it runs."""

from basic.session import Session
from cpc.machine import Machine

COUNTERS = 2                    # variables that may change while a program only asks for keys
STILL = 10                      # looks in which it only asked for keys, after which it counts as waiting


class OnlyPolls:
    """`look` is asked again and again, some tenths of a second of the machine's time apart or more."""

    def __init__(self, session: Session, machine: Machine) -> None:
        self.session = session
        self.machine = machine
        self.still = 0
        self.scalars: list[object] = []
        self.rest: tuple[object, ...] = ()

    def look(self) -> bool:
        """A still and silent screen, and a loop that asks for keys and changes nothing but a counter or two."""
        machine, variables = self.machine, self.session.variables
        scalars, *arrays = variables.snapshot()[:2]
        rest = arrays, machine.screen.lines(), machine.text.printed.in_all
        changed = sum(one is not other and one != other for one, other in zip(scalars, self.scalars))
        polls = self.session.executor.real_time.polls_keys() and machine.keyboard.nothing_typed()
        same = rest == self.rest and changed + abs(len(scalars) - len(self.scalars)) <= COUNTERS
        self.scalars, self.rest = scalars, rest
        self.still = self.still + 1 if polls and same and not machine.sound.sounding() else 0
        return self.still >= STILL
