"""Faces of the debugger: `console` (commands as text), `panel` (beside the picture), `dap` (for editors).

They promise the same commands and the same answers everywhere. What the debugger does and knows is in basic.debug; faces
use its public interface only.

They may import basic.debug and basic's ports and session, cpc's API, machine, player, keys and charset. They do not import
commands or faces: cpc.commands hands in what loads programs, and cpc.window draws the panel.
"""
