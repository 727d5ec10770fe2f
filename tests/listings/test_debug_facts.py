"""What the debugger knows of listings: of those in the repository it must name lines that are there."""

import pytest

from basic.debug.debugger import Debugger
from cpc import CPC, gallery
from cpc.debugger.console.commands import Console
from listings import debug_facts

KNOWN = ["demoschach", "hamann", "himstahn", "salomon", "schach"]


@pytest.mark.parametrize("name", KNOWN)
def test_each_has_a_board_and_a_search(name):
    facts = debug_facts.named(name)
    assert facts.board is not None and facts.tree is not None
    assert [len(row) for row in facts.board.squares] == [8] * 8
    assert {*"PRNBQKprnbqk."} == set(facts.board.letters.values())
    assert facts.tree.enter and facts.tree.leave and facts.tree.begin
    program = gallery.path_of(name)
    if program.is_file():
        lines = {}
        for part in (program, *gallery.parts_of(program)):
            lines |= debug_facts.read_listing(part)
        at = [one.place for one in (*facts.tree.enter, *facts.tree.leave, *facts.tree.cut)] + list(facts.tree.begin)
        assert all(place.number in lines for place in at)


def test_a_listing_is_known_by_its_lines():
    cpc = CPC()
    cpc.load(gallery.path_of("schach"))
    debugger = Debugger(cpc.session)
    debugger.find_facts = debug_facts.facts_of
    assert debugger.facts is not None and debugger.facts.name == "schach"
    debugger.start()
    cpc.type("D")
    debugger.to(200)
    while debugger.run(1_000_000) is None:
        pass
    assert Console(debugger).obey("array b")[0::7] == ["8 r n b q k b n r", "1 R N B Q K B N R"]
    assert Console(debugger).obey("array b%") == Console(debugger).obey("array b")
    cpc.session.type(b"NEW\n")
    assert debug_facts.facts_of({10: b"\x00"}) is None
