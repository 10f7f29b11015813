"""Scenarios: tests of the rules of a game, as YAML that its authors can read and write.

`load` reads a file into the model, `run` carries scenarios out, `report` tells what came of it,
`find` knows where files and their rulesets are. The format is described in `docs/scenarios.md` and
`schemas/scenario.json`.
"""
