"""What scripts on the page ask for: `window.cpc`, and with it the tests."""

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from cpc.charset import readable
from cpc.web.jobs import Job
from cpc.web.requests import Refused, flag, named, number, text

if TYPE_CHECKING:
    from cpc.web.bridge import Bridge

Message = dict[str, Any]
LATER = object()                # the answer comes when the job is done


class Scripts:
    """Requests that are not of the page itself."""

    def __init__(self, bridge: "Bridge") -> None:
        self.bridge = bridge

    def do_type(self, given: Message) -> None:
        try:
            self.bridge.player.cpc.type(text(given, "text"))
        except (ValueError, UnicodeEncodeError):
            raise Refused("type takes Latin-1 characters that a CPC can be sent.") from None

    def do_key(self, given: Message) -> None:
        self.bridge.player.cpc.key(number(given, "key", 0, 79), flag(given, "down"))

    def do_text(self, given: Message) -> list[str]:
        return self.bridge.player.screen.text()

    def do_readable(self, given: Message) -> str:
        """The text on the screen in Unicode."""
        return self.bridge.player.text()

    def do_pens(self, given: Message) -> str:
        """The hash of the pens of all pixels, as the tests' recorded cases have it."""
        return sha256(b"".join(self.bridge.player.screen.pens())).hexdigest()

    def do_look(self, given: Message) -> Message:
        """The picture as tests compare it, with its colours."""
        screen = self.bridge.player.screen
        palette = self.bridge.player.machine.palette
        firsts, seconds = zip(*(palette.ink(pen) for pen in range(16)))
        return {"mode": screen.mode, "inks": screen.inks, "border": screen.border, "shown": sorted(set(screen.pixels())),
                "firsts": list(firsts), "seconds": list(seconds)}

    def do_printed(self, given: Message) -> str:
        """All bytes that BASIC has printed, as Latin-1."""
        return self.bridge.player.cpc.printed.decode("latin-1")

    def do_state(self, given: Message) -> Message:
        error = self.bridge.player.cpc.error
        return {**self.bridge.state(), "seconds": self.bridge.player.cpc.seconds, "error": list(error) if error else None}

    def do_idle(self, given: Message) -> object:
        return self._begin_job(given, until_idle=True)

    def do_run(self, given: Message) -> object:
        return self._begin_job(given, until_idle=False)

    def _begin_job(self, given: Message, until_idle: bool) -> object:
        if self.bridge.job is not None:
            raise Refused("The machine is still at work on what was asked before.")
        asked = given.get("id")
        seconds = named(given, "seconds", float | int, 600)
        if not 0 <= seconds <= 1e6:
            raise Refused("seconds is a number from 0 to 1000000.")

        def done(idle: bool) -> None:
            self.bridge.tell("answer", {"id": asked, "value": idle})

        self.bridge.job = Job(self.bridge.player, float(seconds), until_idle, done)
        return LATER

    def do_listing(self, given: Message) -> str:
        """The program as LIST shows it, in Unicode."""
        listing: bytes = self.bridge.session.storage.listing(b"\n")
        return "\n".join(readable(row) for row in listing.split(b"\n"))
