"""Statements that draw or sound: behind which of them to look for what is on the screen or in the loudspeaker."""

from basic.debug.expressions import Expression
from basic.debug.past import Past, Progress, nothing
from basic.debug.probes import Looks, Notes, value_or_none
from basic.session import Session
from basic.statements import assignment, data, defining, for_next, jumps, on_lines, while_wend
from basic.statements.graphics import Clg
from basic.statements.screen import Cls, Mode, stream_of
from basic.statements.sound import Sound
from basic.syntax import parser
from basic.syntax.statement import Empty, Statement

DRAWS_NOTHING = (assignment.Let, jumps.If, jumps.Goto, jumps.Gosub, on_lines.OnGoto, on_lines.OnGosub, jumps.Return, jumps.Rem,
                 for_next.For, for_next.Next, while_wend.While, while_wend.Wend, data.Read, data.Restore, defining.DefFn, Empty)

CLEAR = Mode, Cls, Clg          # what they clear, they have drawn, also where it was clear before


def may_draw(statement: Statement) -> bool:
    return not isinstance(statement, DRAWS_NOTHING)


def clears(statement: Statement) -> bool:
    return isinstance(statement, CLEAR)


def cleared(session: Session, pc: int) -> int | str:
    """What the statement at pc has just cleared: the window of a stream, the `graphics` window or the `screen`."""
    statement = _statement_at(session, pc)
    if not isinstance(statement, Cls):
        return "graphics" if isinstance(statement, Clg) else "screen"
    node = stream_of(statement.stream)
    stream = value_or_none(Expression(session, "", node, session.executor.table.kinds.get(pc))) if node else 0
    return int(stream) & 7 if isinstance(stream, int | float) else 0


def _statement_at(session: Session, pc: int) -> Statement:
    line, at = session.executor.table.where[pc]
    return parser.node_of(session.executor.table.line_of(line).statements[at]).whole


def sounds_of(past: Past, channel: int, progress: Progress = nothing) -> Notes:
    """The SOUNDs before here that went to a channel, 0 to 2."""
    table, notes = past.executor.table, past.notes()

    def look(us: int, pc: int, after: int, exact: bool) -> None:
        node = _statement_at(past.session, pc)
        if isinstance(node, Sound):
            channels = Expression(past.session, "", node.channels, table.kinds.get(pc)).value()
            if isinstance(channels, int | float) and int(channels) >> channel & 1:
                notes.add(us, notes.place(pc), ())
    past.run([], [Looks(past.clock, lambda statement: isinstance(statement, Sound), look)], progress, end=past.here)
    return notes
