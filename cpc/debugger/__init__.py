"""Faces of the debugger: `console` (commands as text), `panel` (beside the picture), `dap` (for editors).

They promise the same commands and the same answers everywhere; what the debugger does and knows is in basic.debug, and
only its public interface is used. They may import basic, cpc.charset, cpc.player and cpc.commands (the adapter for editors
loads programs as `cpc debug` does). They do not draw: cpc.window draws the panel.
"""
