"""The states of a player: a person saves them, brings them back and deletes them; what happens is told in sentences."""

from typing import TYPE_CHECKING

from basic.source.uncrunch import listed
from cpc.api import CPC
from cpc.charset import readable
from cpc.player.states import StateFault, States

if TYPE_CHECKING:
    from cpc.player.player import Player

LONGEST_TITLE = 60
REMARKS = "REM", "'"


class Slots:
    def __init__(self, player: "Player", states: States) -> None:
        self.player = player
        self.states = states

    def save(self, slot: int) -> bool:
        player = self.player
        try:
            self.states.save(slot, player.cpc, title_of(player.cpc))
        except StateFault as fault:
            player.say("program", str(fault))
            return False
        player.say("program", player.text_of("state saved", slot))
        return True

    def bring_back(self, slot: int) -> bool:
        """The CPC goes on from there. A program that it does not have and that is not saved is set aside."""
        player = self.player
        try:
            cpc = self.states.bring_back(slot)
        except StateFault as fault:
            player.say("program", str(fault))
            return False
        made_with = self.states.made_with(cpc)
        same = cpc.session.program.lines == player.cpc.session.program.lines
        player.replace(lambda: cpc, lambda: CPC(**made_with), aside=not same)
        player.say("program", player.text_of("state back", slot))
        return True

    def delete(self, slot: int) -> None:
        player = self.player
        try:
            self.states.delete(slot)
        except StateFault as fault:
            player.say("program", str(fault))
        else:
            player.say("program", player.text_of("state deleted", slot))


def title_of(cpc: CPC) -> str:
    """What the program's first line says of it."""
    program = cpc.session.program
    if not program.numbers:
        return "Ready"
    text = readable(listed(program.lines[program.numbers[0]])).strip()
    for remark in REMARKS:
        if text.upper().startswith(remark):
            text = text[len(remark):].strip(" :'*-=")
    return text[:LONGEST_TITLE] or "…"
