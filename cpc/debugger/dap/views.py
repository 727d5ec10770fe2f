"""What an editor shows: the stack, the variables, the source, and what is typed into its debug console."""

import re
from base64 import b64encode

from basic.debug import views
from basic.debug.debugger import CommandError, Stop
from basic.debug.sentences import sentence
from basic.help.words import words
from cpc.debugger.console.commands import COMMANDS
from cpc.debugger.dap.arguments import Arguments, Body
from cpc.debugger.dap.editor import Editor
from cpc.debugger.dap.movement import THREAD, Movement
from cpc.debugger.dap.source import LISTING
from cpc.debugger.dap.variables import ONLY_SEEN, as_typed, shown
from cpc.keys.host_keys import codes_for
from cpc.picture.monitors import colour
from cpc.recording.png import picture

BY_KEYS = {"run", "continue", "step", "line", "over", "next", "out", "to", "wait", "back", "backline", "backstop", "break",
           "watch", "when", "errors", "delete", "quit"}       # what the editor's own keys and menus do
CHANGE = {"do", "set", "edit"}
TRAVELS = {"at", "goto", "present", "count"}
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.$%!"
NAME = re.compile(r"[a-z][a-z0-9.]*[%!$]?")
ASSIGNMENT = re.compile(r"([a-z][a-z0-9.]*[%!$]?(?:\s*\([^=]*\))?)\s*=\s*([^=<>].*)", re.IGNORECASE)


class Views:
    """Answers the requests that show and change."""

    def __init__(self, editor: Editor, movement: Movement) -> None:
        self.editor = editor
        self.movement = movement

    def on_threads(self, given: Arguments) -> Body:
        return {"threads": [{"id": THREAD, "name": "BASIC"}]}

    def on_stackTrace(self, given: Arguments) -> Body:
        session = self.editor.cpc.session
        places = [views.here(session)]
        places += [entry.place for entry in views.stack(session) if entry.kind in ("GOSUB", "EVENT")]
        first = given.get("startFrame") or 0
        chosen = places[first:first + (given.get("levels") or len(places))]
        return {"stackFrames": [self._frame(first + at, place) for at, place in enumerate(chosen)],
                "totalFrames": len(places)}

    def _frame(self, at: int, place: views.Place) -> Body:
        name = self.editor.spoken(sentence("line {0}", place))
        if place.number is None:
            name = self.editor.spoken(at == 0 and views.state_sentence(self.editor.cpc.session) or "Direct")
            if at == 0 and self.editor.stop is not None and self.editor.stop.reason == "ended":
                place = self._ended_at()    # an editor shows no variables where there is no line
        if place.number is None or place.number not in self.editor.cpc.session.program.lines:
            return {"id": at, "name": name, "line": 0, "column": 0}
        source = self.editor.sources.place_of(place.number)[0]
        return {"id": at, "name": name, "source": self.editor.sources.described(source),
                **self.editor.placed(place.number, place.statement)}

    def _ended_at(self) -> views.Place:
        """The last statement that the program has done."""
        for traced in self.editor.debugger.trace(1):
            return traced.place
        return views.Place(None, 0)

    def on_scopes(self, given: Arguments) -> Body:
        return {"scopes": self.editor.variables.scopes()}

    def on_variables(self, given: Arguments) -> Body:
        found = self.editor.variables.children(given["variablesReference"], given.get("filter"))
        start = given.get("start") or 0
        return {"variables": found[start:start + (given.get("count") or len(found))]}

    # changing

    def on_setVariable(self, given: Arguments) -> Body:
        name = given["name"]
        if given["variablesReference"] in ONLY_SEEN:
            raise CommandError("{0} can be seen only; do in the debug console does commands of BASIC.", name)
        return self._assigned(name, given["value"])

    def on_setExpression(self, given: Arguments) -> Body:
        return self._assigned(given["expression"], given["value"])

    def _assigned(self, name: str, value: str) -> Body:
        self.movement.changing(lambda: self.editor.debugger.assign(as_typed(name), as_typed(value)))
        return {"value": shown(views.text_of(self.editor.debugger.evaluate(as_typed(name))))}

    # the debug console, watches, and what the mouse points at

    def on_picture(self, given: Arguments) -> Body:
        """A request of our own: the CPC's picture as a PNG, and what colour its border has."""
        screen = self.editor.cpc.screen
        red, green, blue = colour(screen.border)
        return {"png": b64encode(picture(screen)).decode("ascii"), "border": f"#{red:02x}{green:02x}{blue:02x}",
                "running": self.editor.debugger.running}

    def on_keys(self, given: Arguments) -> None:
        """A request of our own: types a text at the CPC's keyboard."""
        codes, unknown = codes_for(given["text"])
        if unknown:
            raise CommandError("The CPC does not have these characters: {0}.", unknown)
        self.movement.changing(lambda: self.editor.cpc.session.type(codes))
        self.editor.told_to_type = False

    def on_evaluate(self, given: Arguments) -> Body:
        text, context = as_typed(given["expression"]).strip(), given.get("context")
        word, _, rest = text.partition(" ")
        word = word.lower()
        if context == "repl" and word in COMMANDS and word == COMMANDS[word].names[0] and (
                rest or not self.editor.variables.is_scalar(word)):
            return {"result": "\n".join(self._obeyed(word, text)), "variablesReference": 0}
        name = text.lower()
        if name.endswith("()") or context == "hover" and self.editor.variables.is_array(name) and (
                not self.editor.variables.is_scalar(name)):
            found = self.editor.variables.array(name.removesuffix("()"))
            return {"result": found["value"], "variablesReference": found["variablesReference"],
                    **{kind: found[kind] for kind in ("indexedVariables", "namedVariables") if kind in found}}
        if context == "hover" and (lines := words(self.editor.texts.language).get(text.upper())):
            return {"result": "\n".join(lines), "variablesReference": 0}
        if context == "hover" and NAME.fullmatch(name) and not self.editor.variables.is_scalar(name):
            raise CommandError("{0} is no variable that has a value.", text)
        value = shown(views.text_of(self.editor.debugger.evaluate(text)))
        if context == "repl" and (match := ASSIGNMENT.fullmatch(text)):
            self.editor.say(sentence("This compares. set {0}={1} changes {0}.", match[1], match[2]))
        return {"result": value, "variablesReference": 0}

    def _obeyed(self, word: str, text: str) -> list[str]:
        """What a command says."""
        if word in BY_KEYS:
            raise CommandError("{0} is done by the editor's own keys.", word)
        said: list[str] = []
        session = self.editor.cpc.session
        before, debugger = views.here(session), self.editor.debugger
        us = debugger.now().us
        with self.editor.progress(text):
            self.movement.changing(lambda: said.extend(self.editor.console.obey(text)), word in TRAVELS)
        self.editor.told_to_type = self.editor.told_to_type and word != "type"
        self.editor.tell_output()
        if self.editor.debugger.running:
            return said
        if views.here(session) != before or word not in CHANGE and debugger.now().us != us:
            self.editor.after.append(lambda: self.movement.stopped(Stop("goto", "")))
        elif word in CHANGE and self.editor.client.get("supportsInvalidatedEvent"):
            self.editor.after.append(lambda: self.editor.event("invalidated", areas=["all"]))
        return said

    def on_completions(self, given: Arguments) -> Body:
        """Commands at the beginning of a line, and names of variables."""
        text = given["text"][:max(given["column"] - self.editor.first_column, 0)].lower()
        begin = len(text.rstrip(LETTERS))
        begun, session = text[begin:], self.editor.cpc.session
        found = [(f"{one.name}", "variable", "") for one in views.scalars(session)]
        found += [(f"{one.name}(", "variable", "") for one in views.arrays(session)]
        if not text[:begin].strip():
            found += [(name, "keyword", one.help) for name, one in COMMANDS.items()
                      if name == one.names[0] and name not in BY_KEYS]
        return {"targets": [
            {"label": label, "type": kind, "start": begin, "length": len(begun), **({"detail": help} if help else {})}
            for label, kind, help in sorted(found) if label.startswith(begun)]}

    # sources

    def on_source(self, given: Arguments) -> Body:
        reference = given.get("sourceReference") or (given.get("source") or {}).get("sourceReference")
        if reference != LISTING:
            raise CommandError("There is no such source.")
        return {"content": self.editor.sources.listing()}

    def on_loadedSources(self, given: Arguments) -> Body:
        return {"sources": [self.editor.sources.described(one) for one in self.editor.sources.all()]}
