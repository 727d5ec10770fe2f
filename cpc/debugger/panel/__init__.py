"""The debugger's panel beside the CPC's picture, as far as it does not depend on how it is drawn.

It promises: what a panel shows, as rows of coloured text with places to click on (`rows.Panels`), and what keys, clicks and
commands do (`controls.Controls`). A face draws the rows, hands in what a person does, and implements `face.Face`.

It may import basic.debug, the console's commands, cpc.player and cpc.charset.

It does not draw, does not know pygame or a window, and does not look into the executor.
"""
