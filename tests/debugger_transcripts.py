"""Sessions with the debugger: its console, and its adapter for editors."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.commands.prepare import ProgramLoader
from cpc.debugger.console.commands import Console
from cpc.debugger.dap.adapter import Adapter
from tests.transcripts import PROGRAM, masked, transcript


def with_program(folder: Path, text: str = PROGRAM) -> CPC:
    cpc = CPC(drive=folder)
    (folder / "p.bas").write_text(text, encoding="latin-1")
    cpc.load(folder / "p.bas")
    return cpc


def session(folder: Path, commands: str, program: str = PROGRAM, language: str = "en") -> Iterator[str]:
    debugger = Debugger(with_program(folder, program).session)
    console = Console(debugger)
    console.texts.speak(language)       # type: ignore[arg-type]
    copied: list[str] = []
    console.clipboard = copied.append
    debugger.start()
    for line in commands.strip().splitlines():
        yield f"> {line.strip()}"
        rows = console.obey(line.strip().replace("FOLDER", str(folder)))
        if line.strip() == "heat":          # which line takes more time than another is not meant
            rows[1:] = sorted(rows[1:], key=lambda row: row.split()[3:])
        yield from (f"  {row}" for row in rows)
        yield from (f"  clipboard: {one!r}" for one in copied)
        copied.clear()
    yield from files(folder)


def files(folder: Path) -> Iterator[str]:
    """Those that it has written."""
    for path in sorted(folder.iterdir()):
        if path.suffix in (".csv", ".txt"):
            yield f"{path.name}: {path.read_text(encoding='utf-8')!r}"
        elif path.name == "tree.svg":
            yield f"{path.name}: {hashlib.sha256(masked(path.read_text(encoding='utf-8')).encode()).hexdigest()}"
        elif path.suffix == ".gif":
            yield f"{path.name}: {hashlib.sha256(path.read_bytes()).hexdigest()}"


@transcript
def moving(folder: Path) -> Iterator[str]:
    yield from session(folder, """
        back
        step
        line
        next
        list
        list 300
        list 15
        to 210
        s
        s
        stack
        over
        out
        count
        back 3
        backline
        bl
        backto n
        backto n*2
        present
        present 2
        present 9
        count 5
        count 0
        count x
        mark here
        present
        mark there
        mark
        goto here
        goto nowhere
        goto
        wait
        wait x
        trace 4
        trace 0
        break 300
        break 210:2 if i=2
        break 60 pass 2
        break 61
        break 60:9
        break x
        break
        watch total
        watch few(2) if few(2)>3 pass 1
        when n>15
        errors on
        errors maybe
        stops
        c
        c
        delete 1
        delete 4
        delete 99
        c
        c
        c
        backstop
        stops
        c
        delete 2
        delete 3
        delete 5
        delete 6
        c
        c
        c
        run 100
        run 101
        c
        run
        wait 60
        """)


@transcript
def seeing(folder: Path) -> Iterator[str]:
    yield from session(folder, """
        heat
        heat on
        bookmark
        bookmark 60:2
        bookmark 60:9
        bookmarks
        bookmark 60:2
        c
        bookmarks
        vars
        v n
        array few
        a board
        array board width 4
        array few letters 2=B,0=.
        array few letters 2
        array board turn labels
        array board flip border 1
        array board round
        array board width x
        array nothing
        print n
        p name$
        print n+few(3)
        p size%/2
        print few(9)
        print )
        print
        copy n
        copy name$
        copy few
        copy board() width 5
        copy board() to FOLDER/board.csv
        copy board() to FOLDER/board.csv
        copy few to FOLDER/few.txt
        copy name$ to FOLDER/name.txt
        copy nothing
        copy
        state
        screen
        heat
        heat off
        heat
        set n=5
        set n
        set m$="x"
        print m$+name$
        set size%=40000
        n=3
        do PRINT n*2
        do n=
        do GOTO 100
        c
        edit 100 PRINT "edited"
        edit x
        list 100
        where n
        where few()
        where name$
        where nam
        where zzz
        help step
        help bl
        help PLOT
        help nonsense
        fly
        stap
        type abc
        screen
        quit
        """)


@transcript
def asking_the_past(folder: Path) -> Iterator[str]:
    yield from session(folder, """
        at 1
        who n
        c
        log 300 n,total
        log 300 n,total if n>8
        log 300 n,total to FOLDER/log.csv
        log 300 (n,total),MAX(n,2)
        log 301 n
        log 300
        log
        at 2
        present
        at 0
        at 99
        history total
        history few(2)
        history name$ to FOLDER/names.csv
        history n if n>5
        history nothing
        who n
        who few(3)
        who name$
        who nothing
        who pixel 120,90
        who pixel 1,1
        who pixel 1
        who char 1,3
        who char 40,25
        who sound A
        who sound B
        who sound X
        sounds
        profile
        calls
        profile to FOLDER/profile.svg
        tree
        tree 300 n
        tree 300 n depth i
        tree 300 n depth i value 220 few(i) cut 60 depth 1
        tree 300 n depth i to FOLDER/tree.txt
        tree 300 n depth i value 220 few(i) cut 60 depth 1 to FOLDER/tree.svg
        tree 300
        movie few
        movie few to FOLDER/few.gif
        movie board to FOLDER/board.gif
        movie word$ if n>99 to FOLDER/words.gif
        diff
        explain
        explain on
        back 3
        step
        explain off
        explain de
        x
        explain en
        x
        """)


@transcript
def comparing_runs(folder: Path) -> Iterator[str]:
    (folder / "other.bas").write_text(PROGRAM.replace("n=n*2", "n=n*3"), encoding="ascii")
    (folder / "more.bas").write_text("70 name$=name$+\"x\":few(4)=9\n", encoding="ascii")
    (folder / "same.bas").write_text(PROGRAM, encoding="ascii")
    (folder / "asks.bas").write_text("10 INPUT a:PRINT a*2:INPUT b$\n20 PRINT b$\n", encoding="ascii")
    yield from session(folder, """
        c
        diff FOLDER/same.bas
        diff FOLDER/other.bas
        diff merge FOLDER/more.bas
        diff merge FOLDER/other.bas type x
        diff FOLDER/nothing.bas
        diff type abc
        diff FOLDER/other.bas
        at 1
        list
        """)
    yield from session(folder, """
        c
        type 5\\n
        c
        type hello\\n
        c
        diff type 5\\nhello\\n
        diff type 6\\nhello\\n
        diff type 5\\nother\\n
        diff type 5\\n
        """, (folder / "asks.bas").read_text(encoding="ascii"))


@transcript
def asking_in_german(folder: Path) -> Iterator[str]:
    yield from session(folder, """
        c
        stack
        state
        log 300 n
        who total
        who nothing
        profile
        calls
        tree 300 n depth i
        heat on
        heat
        stops
        break 300 if n=2 pass 3
        stops
        back 2
        stack
        where n
        mark a
        mark
        goto b
        fly
        help break
        array few width x
        present 7
        sounds
        """, language="de")


# an editor

class Telling:
    """Carries an editor's messages, and notes what the adapter sends."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def urgent(self) -> bool:
        return False

    def take(self, seconds: float | None) -> None:
        return None

    def send(self, kind: str, **fields: object) -> None:
        self.sent.append(f"{kind} {json.dumps(fields, sort_keys=True, ensure_ascii=False)}")

    def flush(self) -> None:
        pass


def edited(folder: Path, requests: str, client: dict[str, object], program: str = PROGRAM) -> Iterator[str]:
    """Each line is a request and its arguments, as Python writes them."""
    with_program(folder, program)
    wire = Telling()
    adapter = Adapter(wire, ProgramLoader())
    first = f"initialize {client!r}\nlaunch dict(program='FOLDER/p.bas', stopOnEntry=True)\nconfigurationDone"
    known = {"p": {"source": {"path": str(folder / "p.bas")}}, "at": lambda line, **more: {"line": line} | more}
    for line in (first + requests).splitlines():
        name, _, given = line.strip().partition(" ")
        if not name:
            continue
        yield f"> {line.strip()}"
        arguments = eval(given.replace("FOLDER", str(folder)), known) if given else {}
        adapter.answer({"type": "request", "seq": 1, "command": name, "arguments": arguments})
        for _ in range(200):
            if not adapter.editor.has_program or not adapter.editor.debugger.running or adapter._wants_key():
                break
            adapter._run_on()
        if adapter.editor.has_program and adapter.editor.debugger.running:
            adapter._run_on()
        yield from wire.sent
        wire.sent.clear()


@transcript
def editor(folder: Path) -> Iterator[str]:
    yield from edited(folder, """
        launch dict(program='FOLDER/p.bas')
        attach {}
        nonsense {}
        threads {}
        stackTrace dict(threadId=1)
        scopes dict(frameId=0)
        breakpointLocations dict(p, line=5)
        breakpointLocations dict(p, line=2, endLine=4)
        breakpointLocations dict(p, line=6, column=10, endLine=6, endColumn=20)
        setBreakpoints dict(p, breakpoints=[at(13), at(5, column=20), at(99), at(8, condition='n>')])
        setBreakpoints dict(p, breakpoints=[at(15, condition='n=4'), at(6, hitCondition='2')])
        setBreakpoints dict(p, breakpoints=[at(15, condition='n=4'), at(13, logMessage='n is {n}')])
        setExceptionBreakpoints dict(filters=['errors'])
        continue dict(threadId=1)
        next dict(threadId=1)
        next dict(threadId=1, granularity='line')
        stepIn dict(threadId=1)
        stepOut dict(threadId=1)
        stepBack dict(threadId=1)
        stepBack dict(threadId=1, granularity='line')
        evaluate dict(expression='present', context='repl')
        stackTrace dict(threadId=1, startFrame=1, levels=1)
        stackTrace dict(threadId=1, startFrame=0, levels=99)
        variables dict(variablesReference=1)
        variables dict(variablesReference=2)
        variables dict(variablesReference=3)
        variables dict(variablesReference=4)
        variables dict(variablesReference=1000)
        variables dict(variablesReference=1000000, start=1, count=2)
        variables dict(variablesReference=1001, filter='indexed')
        variables dict(variablesReference=1001, filter='named')
        variables dict(variablesReference=1002, filter='named')
        variables dict(variablesReference=1009)
        variables {}
        evaluate dict(expression='n', context='watch')
        evaluate dict(expression='n=4', context='repl')
        evaluate dict(expression='few()', context='watch')
        evaluate dict(expression='few', context='hover')
        evaluate dict(expression='PLOT', context='hover')
        evaluate dict(expression='unknown', context='hover')
        evaluate dict(expression='back', context='repl')
        evaluate dict(expression='print n*2', context='repl')
        evaluate dict(expression='step', context='repl')
        evaluate dict(expression='set n=9', context='repl')
        evaluate dict(expression='do PRINT 7', context='repl')
        setVariable dict(variablesReference=1, name='n', value='8')
        setVariable dict(variablesReference=3, name='n', value='8')
        setExpression dict(expression='few(1)', value='n*2')
        dataBreakpointInfo dict(name='n', variablesReference=1)
        dataBreakpointInfo dict(name='few(2)')
        dataBreakpointInfo dict(name='1+')
        setDataBreakpoints dict(breakpoints=[dict(dataId='total', accessType='write')])
        setDataBreakpoints dict(breakpoints=[dict(dataId='total'), dict(dataId='few(2)', condition='few(2)>3')])
        continue dict(threadId=1)
        continue dict(threadId=1)
        continue dict(threadId=1)
        setDataBreakpoints dict(breakpoints=[])
        setBreakpoints dict(p, breakpoints=[])
        reverseContinue dict(threadId=1)
        gotoTargets dict(p, line=8)
        gotoTargets dict(p, line=8, column=20)
        goto dict(threadId=1, targetId=70)
        completions dict(text='pr', column=3)
        completions dict(text='print na', column=9)
        completions dict(text='s', column=1)
        source dict(sourceReference=1)
        source dict(sourceReference=7)
        loadedSources {}
        readMemory dict(memoryReference='0x170', count=12)
        readMemory dict(memoryReference='0xFFF8', offset=2, count=99)
        readMemory dict(memoryReference='x', count=1)
        keys dict(text='ab')
        keys dict(text='\u4e00')
        continue dict(threadId=1)
        exceptionInfo dict(threadId=1)
        continue dict(threadId=1)
        stackTrace dict(threadId=1)
        variables dict(variablesReference=1)
        pause dict(threadId=1)
        cancel dict(requestId=1)
        restart {}
        terminate {}
        disconnect {}
        """, {"adapterID": "cpc", "supportsVariableType": True, "supportsInvalidatedEvent": True,
              "supportsMemoryReferences": True})


@transcript
def another_editor(folder: Path) -> Iterator[str]:
    """It counts from 0, and speaks German."""
    yield from edited(folder, """
        breakpointLocations dict(p, line=5)
        setBreakpoints dict(p, breakpoints=[at(4)])
        continue dict(threadId=1)
        next dict(threadId=1)
        next dict(threadId=1)
        stackTrace dict(threadId=1)
        setBreakpoints dict(p, breakpoints=[at(12)])
        continue dict(threadId=1)
        next dict(threadId=1)
        stepIn dict(threadId=1)
        stepOut dict(threadId=1)
        setBreakpoints dict(p, breakpoints=[at(12), at(4, column=13), at(98)])
        setBreakpoints dict(p, breakpoints=[at(15)])
        continue dict(threadId=1)
        stackTrace dict(threadId=1)
        scopes dict(frameId=0)
        variables dict(variablesReference=2)
        variables dict(variablesReference=3)
        variables dict(variablesReference=4)
        completions dict(text='print na', column=8)
        gotoTargets dict(p, line=7)
        evaluate dict(expression='nichts', context='hover')
        evaluate dict(expression='trace 2', context='repl')
        stepBack dict(threadId=1)
        disconnect dict(terminateDebuggee=True)
        """, {"adapterID": "cpc", "linesStartAt1": False, "columnsStartAt1": False, "locale": "de-AT"})


ASKS = """10 INPUT "how many";n:DIM t$(n):k$="":REM asks
20 FOR i=1 TO n:LINE INPUT t$(i):NEXT
30 k$=INKEY$:IF k$="" THEN 30
40 PRINT k$;LEN(t$(1)):sum=sum+ASC(k$):IF k$<>"q" THEN 30
50 x=1/0:MODE 2:LOCATE 3,4:PRINT t$(n+1)
"""


@transcript
def an_editor_of_a_program_that_asks(folder: Path) -> Iterator[str]:
    yield from edited(folder, """
        setExceptionBreakpoints dict(filters=['errors'])
        continue dict(threadId=1)
        evaluate dict(expression='type 2\\\\n', context='repl')
        evaluate dict(expression='state', context='repl')
        pause dict(threadId=1)
        evaluate dict(expression='type 2\\\\n', context='repl')
        evaluate dict(expression='c', context='repl')
        continue dict(threadId=1)
        stackTrace dict(threadId=1)
        pause dict(threadId=1)
        evaluate dict(expression='type one\\\\ntwo\\\\n', context='repl')
        evaluate dict(expression='print t$(1)', context='repl')
        setBreakpoints dict(p, breakpoints=[at(4)])
        continue dict(threadId=1)
        keys dict(text='a')
        continue dict(threadId=1)
        stackTrace dict(threadId=1)
        variables dict(variablesReference=1)
        variables dict(variablesReference=2)
        variables dict(variablesReference=1000)
        evaluate dict(expression='t$(1)', context='hover')
        evaluate dict(expression='t$', context='variables')
        evaluate dict(expression='heat on', context='repl')
        keys dict(text='bcq')
        continue dict(threadId=1)
        continue dict(threadId=1)
        setBreakpoints dict(p, breakpoints=[])
        continue dict(threadId=1)
        exceptionInfo dict(threadId=1)
        evaluate dict(expression='heat', context='repl')
        evaluate dict(expression='who sum', context='repl')
        evaluate dict(expression='history sum', context='repl')
        evaluate dict(expression='at 2', context='repl')
        evaluate dict(expression='back 3', context='repl')
        reverseContinue dict(threadId=1)
        evaluate dict(expression='mark there', context='repl')
        evaluate dict(expression='trace 3', context='repl')
        evaluate dict(expression='goto there', context='repl')
        evaluate dict(expression='present', context='repl')
        evaluate dict(expression='do sum=7', context='repl')
        evaluate dict(expression='edit 50 END', context='repl')
        evaluate dict(expression='break 50', context='repl')
        evaluate dict(expression='wait 3', context='repl')
        evaluate dict(expression='quit', context='repl')
        evaluate dict(expression='fly', context='repl')
        evaluate dict(expression='', context='repl')
        setVariable dict(variablesReference=1, name='k$', value='"z"')
        setVariable dict(variablesReference=1, name='k$', value='z+')
        setVariable dict(variablesReference=1000, name='(1)', value='"new"')
        completions dict(text='type', column=5)
        disconnect {}
        """, {"adapterID": "cpc", "supportsVariableType": False}, ASKS)
