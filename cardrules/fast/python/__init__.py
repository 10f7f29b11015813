"""The engine that plays a game as plain Python: the same lowering as for compiled code, written
with another builder.
"""
