"""English for the sentences that players read: agreement, plurals, possessives, lists.

It knows nothing of games: what a value is called and how many it is comes as a `Spoken`; words that
the engine or an author wrote come as text. Every rule here works on what an author writes for one
other person ("{me} plays {n} cards") and makes it fit "you", several, or 1 card.
"""

from __future__ import annotations

from cardrules.prose.command import command as command
from cardrules.prose.sentence import render as render
from cardrules.prose.spoken import Agree as Agree
from cardrules.prose.spoken import Part as Part
from cardrules.prose.spoken import Spoken as Spoken
from cardrules.prose.spoken import amount as amount
from cardrules.prose.spoken import hidden_amount as hidden_amount
from cardrules.prose.spoken import people as people
from cardrules.prose.spoken import thing as thing
from cardrules.prose.words import capital as capital
from cardrules.prose.words import count as count
from cardrules.prose.words import join as join
from cardrules.prose.words import plural as plural
from cardrules.prose.words import possessive as possessive
from cardrules.prose.words import reads_alike as reads_alike
from cardrules.prose.words import singular as singular
from cardrules.prose.words import tallied as tallied
from cardrules.prose.words import tallies as tallies
