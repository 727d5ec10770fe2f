"""Statements that draw or sound: behind which of them to look for what is on the screen or in the loudspeaker."""

from basic.debug.expressions import Expression
from basic.debug.past import Past, Progress, nothing
from basic.debug.probes import Looks, Notes
from basic.statements import assignment, data, defining, for_next, jumps, while_wend
from basic.statements.sound import Sound
from basic.syntax import parser
from basic.syntax.statement import Empty, Statement

DRAWS_NOTHING = (assignment.Let, jumps.If, jumps.Goto, jumps.Gosub, jumps.OnGoto, jumps.OnGosub, jumps.Return, jumps.Rem,
                 for_next.For, for_next.Next, while_wend.While, while_wend.Wend, data.Read, data.Restore, defining.DefFn, Empty)


def may_draw(statement: Statement) -> bool:
    return not isinstance(statement, DRAWS_NOTHING)


def sounds_of(past: Past, channel: int, progress: Progress = nothing) -> Notes:
    """The SOUNDs before here that went to a channel, 0 to 2."""
    table, notes = past.executor.table, past.notes()

    def look(us: int, pc: int, after: int, exact: bool) -> None:
        line, at = table.where[pc]
        node = parser.node_of(table.line_of(line).statements[at]).whole
        if isinstance(node, Sound):
            channels = Expression(past.session, "", node.channels, table.kinds.get(pc)).value()
            if isinstance(channels, int | float) and int(channels) >> channel & 1:
                notes.add(us, notes.place(pc), ())
    past.run([], [Looks(past.clock, lambda statement: isinstance(statement, Sound), look)], progress, end=past.here)
    return notes
