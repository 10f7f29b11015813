"""What one viewer sees at the table and may look up or choose there, without a way to draw it.

Whatever draws a table, a terminal or a page, asks here; nothing here knows a game, or looks past
what the viewer may know of the state.
"""
