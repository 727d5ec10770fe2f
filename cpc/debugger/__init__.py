"""Faces of the debugger: `console` (commands as text), `panel` (beside the picture), `dap` (for editors).

They promise the same commands and the same answers everywhere. What the debugger does and knows is in basic.debug; faces
use its public interface only.

`german` has all their sentences in German. `origins` says who drew or sounds what, `sounding` what the channels play,
`drawings` makes SVGs of calls and search trees, `movies` GIFs of boards.

They may import basic.debug and basic's ports and session, cpc's API, machine, player, picture, recording, keys and charset.
They do not import commands or faces: cpc.commands hands in what loads programs and what is known of listings
(`debugger.find_facts`), and cpc.window draws the panel.
"""
