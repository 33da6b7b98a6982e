"""Words of sentences that say what their readings no longer tell: which sentences of an Effect have them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbp.spells.cutting.sentences import OTHER_CASES

PATTERNS: Mapping[str, re.Pattern[str]] = {
    # They speak of somebody as "they".
    "others": re.compile(r"(?i)\b(?:they|their|theirs|them)\b"),
    # They speak of the caster and somebody else together.
    "you_and": re.compile(
        r"(?i)\b(?:you both|both of you|you are both|you['’]re both|(?:you|the caster),? (?:and|or|nor) "
        r"(?:the|that|both|your|a|an)\b|(?:wizard|neighbours?),? (?:and|or|nor) (?:you|the caster)\b)"
    ),
    # They ask what several things are: "if their Hats are Red".
    "their_things": re.compile(r"(?i)\btheir (?:\w+ )?(?!robes\b)\w+s (?:are|were)\b"),
    # They speak to the caster, and of "the caster" besides.
    "two_casters": re.compile(
        r"(?i)^(?=.*\byou(?:r|rs|rself)?\b)"
        r".*(?<!of )(?<!than )(?<!but )\bthe caster\b(?! (?:of|who|that|whose)\b)(?!['’]s)"
    ),
    # They speak to the caster.
    "you": re.compile(r"(?i)\byou(?:r|rs|rself)?\b"),
    # They say "if not", or ask it: "It isn't?".
    "if_not": re.compile(
        r"(?i)\bif (?:not|(?:it|this|that) (?:is|was)(?: not|n['’]t))(?=[,:]| and\b| \d)"
        r"|^\W*(?:it (?:is|was)(?: not|n['’]t)|(?:is|was)(?: it not| not it|n['’]t it)|no|not so) ?\?"
    ),
    # Of whom it is "otherwise", they say anew: "otherwise each neighbour gains 1".
    "else_each": re.compile(r"(?i)\b(?:otherwise|else|if not),? (?:then )?(?:each|every|all|any|both)"),
    # They count what was lost in this Duel, which is more than what they lose themselves.
    "lost_now": re.compile(
        r"(?i)\b(?:lost|gained),? (?:(?:in|during|within|over|so far) )*(?:this|the) (?:\w+ )?duel\b"
    ),
    # That something comes besides.
    "besides": re.compile(
        r"(?i)\b(?:also|too|as well|in addition|besides|further|another|more|separate(?:ly)?|then)\b"
    ),
    # They speak of all of several, or of more than one of them: "if both did", "if at least two did".
    "both": re.compile(r"(?i)\b(?:both|all|every(?:one|body)?|at least (?!one\b|1\b)\w+|more than \w+|or more)\b"),
    # That it is so of somebody else, too.
    "too": re.compile(r"(?i)\b(?:too|also|as well|likewise|same|so|either(?=[,.;:)]|$))\b"),
    # They set one thing against another; "every Wizard but you" does not.
    "but": re.compile(
        r"(?i)(?<!wizard )(?<!wizards )(?<!one )(?<!body )(?<!all )"
        r"\b(?:but|whereas|while|yet)\b"
        r"(?!.*\b(?:instead|only|in addition|on top|also|besides|(?<!has )(?<!have )(?<!with )more|another|further)\b)"
    ),
    # That so much was lost or gained "at once".
    "at_once": re.compile(
        r"(?i)\b(?:lost|gained)\b[^.;]*\b(?:at (?:once|a single stroke|one stroke|the same time|one time|a time)"
        r"|in (?:a single|one) \w+|simultaneously|together)\b"
    ),
    # They say so "as long as" something is so.
    "as_long": re.compile(r"(?i)\b(?:as|so) long as\b"),
    # They speak of somebody's losses or gains.
    "flows": re.compile(r"(?i)(?:['’]s|s['’]|\b(?:your|my|their)) (?:Star )?(?:losses|gains)\b"),
    # They ask whether somebody "loses" or "gains" something this Duel, or whether it "costs" them something.
    "if_flows": re.compile(r"(?i)\bif\b[^,.;]*\b(?:loses?|gains?|costs?)\b[^,.;]*\bthis duel\b"),
    # They set what is said last apart: "2 Crystals, plus 1 Star for each ...".
    "plus": re.compile(r"(?i), plus\b"),
    # They have points, or sentences in a cell of a table, each of which stands by itself.
    "points": re.compile(r"•|(?<!\w)a\) |\|[^|]*[.;] "),
    # They are a point that begins with "otherwise", or have one.
    "else_point": re.compile(r"(?i)(?:^|[:;.] )\s*•\s*(?:or )?(?:otherwise|else|if not)\b|^\W*(?:otherwise|else):"),
    # They go on behind a semicolon.
    "semicolon": re.compile(r";\s*$"),
    # Their last point begins with "in all other cases".
    "rest_point": re.compile(
        r"(?i)•\s*(?:and |but )?(?:(?:in|on|with|for) )?(?:(?:all|any|every) )?(?:the )?"
        r"(?:other|any ?thing else|every ?thing else)\b[^•]*$"
    ),
    # They begin with "in all other cases".
    "rest": OTHER_CASES,
    # They speak of "the picked Wizard".
    "picked": re.compile(
        r"(?i)\b(?:picked|drawn|selected|found) (?:wizard|neighbour|one)\b|\bchosen one\b"
        r"|\b(?:one|so|thus) (?:picked|drawn|selected|found|chosen)\b"
        r"|\bthe (?:wizard|neighbour) (?:so |thus )?(?:picked|drawn|found)\b(?! (?:at|by|from|for|in|with|under)\b)"
    ),
    # Who cast it does not matter: "Burn has no effect, whoever cast it".
    "whoever_cast": re.compile(
        r"(?i)\b(?:whoever|no matter who|regardless of who|whichever wizard)(?: has|['’]s)? casts? (?:it|them)\b"
    ),
    # They have a number with a sign.
    "signed": re.compile(r"(?:^|\s)[+−–-]\d"),
    # They speak of what somebody has now, still has, or has left.
    "now": re.compile(
        r"(?i)(?<!from )(?<!until )(?<!till )\bnow\b|\bdown to\b"
        r"|\bstill (?:has|have|wear|carr|hold|own|bear)|\b(?:is|are) still\b"
        r"|\b(?:stars?|crystals?|any|none|some|one|two|three|\d|more|fewer|less|much|many|have|has|is|are) left\b"
        r"(?! (?:of|out|neighbou?r|hand|side))"
    ),
    # They speak of what somebody "already was" or "already had".
    "already_was": re.compile(r"(?i)\b(?:(?:was|were|had) already|already (?:was|were|had))\b"),
    # They speak of what somebody had, or what it was: neither "had cast" nor "was cast", nor "had at the start".
    "it_was": re.compile(
        r"(?i)\b(?:had|was|were|wore|carried|held|owned|bore)\b(?![^.;,]*\b(?:start\w*|beg[aiu]n\w*|outset)\b)"
        r"(?! (?:(?:not|also|already|been|being) )*(?:cast|idle|chosen|drawn|picked|rolled|named|lost|gained|paid|given"
        r"|hit|(?:un)?(?:target|affect|select|replac|counter|chang|redirect|ti)ed)\b)"
    ),
    # That a spell targets somebody, too.
    "moved_too": re.compile(
        r"(?i)^(?!.*\binstead\b)"
        r".*\b(?:target\w*\b[^.;]*\b(?:too|as well|also)\b|also (?:target\w*|becomes? the target)\b)"
    ),
    # They begin with "in return".
    "in_return": re.compile(r"(?i)^(?:and )?in (?:return|exchange)\b"),
    # They speak of somebody "else", or of "the others".
    "everyone_else": re.compile(
        r"(?i)\b(?:(?:no|any|some|every)(?:body|one| one) else|(?:the|all) others\b(?! than)"
        r"|remaining (?:wizards|players|ones)|\bwhoever else"
        r"|the rest\b(?! of th(?:e|is|at) duel))"
    ),
    # They speak of all who are left: "everyone else", "each of the others"; "each other Wizard" is not the caster.
    "the_rest": re.compile(
        r"(?i)\b(?:every(?:body|one) else|(?:(?:all|each) of the|all(?: the)?|the) others)\b(?! than)"
        r"|\bremaining (?:wizards|players|ones)\b"
        r"|\bthe rest\b(?! of th(?:e|is|at) duel)"
        r"|\b(?:each|every|all|the) other wizards? (?:(?:who|that) (?:is|are|stands?) )?"
        r"(?:(?:next|adjacent) to|beside|on either side of)\b"
    ),
    # They speak of the others of whom something is so, besides one: "each other Wizard who" is not the caster.
    "the_others": re.compile(r"(?i)\b(?:the|all the|each of the) other(?:s| wizards) (?:who|that)\b"),
    # They begin with "that Wizard", before they speak of anybody else.
    "that_first": re.compile(
        r"(?i)^(?:(?:if|unless|when|where|should) )?that wizard(?!['’]s (?:neighbo|own neighbo))\b"
    ),
    # They ask for any number of several, of whom no one is spoken of.
    "at_least_one": re.compile(r"(?i)\b(?:at least one|one or more) (?:of|other)\b"),
    # They name several Wizards together: "one of the other Wizards", "exactly one of your neighbours".
    "several": re.compile(r"(?i)\b(?:wizards|neighbou?rs|players|of (?:the|your|my|all|both|them|you)|among)\b"),
    # They say who does something as "those who".
    "those_who": re.compile(
        r"(?i)(?:^|[:•,;] |\b(?:then|and|but|while|from|to) )(?:only )?(?:those|the ones) "
        r"(?:who|that|whose|with|without|in)\b"
    ),
    # They say "those who", "the ones with", wherever it stands.
    "those": re.compile(r"(?i)\b(?:those|the ones) (?:of [a-z]+ )?(?:who|that|whose|with|without|in|not|[a-z]+ing)\b"),
    # They say of how many of those spoken of before something is so: "every one of those neighbours", "they all".
    "of_how_many": re.compile(
        r"(?i)\b(?:each|every (?:single )?one|all|both|none|neither|any|(?:at least |exactly )?(?:one|two|three|\d+)|"
        r"(?:one|two|three|\d+) or (?:more|fewer)) of (?:them|these|those)\b|\bthey (?:all|both|each)\b"
    ),
    # They say "for each of those".
    "each_those": re.compile(r"(?i)\bfor (?:each|every|every one|all) of (?:those|the ones)\b"),
    # They say "everyone who", which can be all Wizards.
    "anyone": re.compile(
        r"(?i)\b(?:(?:every|any)(?:body|one| one)|all) (?:who|that|with|without|not|idle)\b|\b(?:whoever|all those)\b"
    ),
    # Nobody goes below a number.
    "nobody_below": re.compile(r"(?i)\b(?:nobody|no one|no Wizard)\b[^.;]*\b(?:below|under|(?:fewer|less) than)\b"),
    # In a tie, it is said of all that they do something.
    "tied_all_do": re.compile(
        r"(?i)\b(?:tied|tie|ties)\b[^.;]*\b(?:all|everyone|everybody|each|both)\b[^.;]*"
        r"\b(?:do|does|loses?|gains?|pays?|gets?|receives?)\b"
    ),
    # They speak of neighbours as "those (these) neighbours".
    "those_near": re.compile(r"(?i)\b(?:those|these) neighbours\b(?! of)"),
    # Their condition, or who is meant, has "also".
    "also_if": re.compile(
        r"(?i)\b(?:if|should|unless|where|when|who|whose|which|whoever)\b[^,.;:]*"
        r"\b(?:also|too|as well|likewise|either(?=[,.;:)]|$))\b"
        r"|\b(?:those|the ones|any(?:one|body)|every(?:one|body)|all|wizards?|one) (?:also )?with(?:out)?\b[^,.;:]*"
        r"\b(?:too|as well|additionally|in addition|likewise|besides)\b,? (?:los|gain|pay|get|giv|tak|steal|becom|swap)"
        r"|\b(?:with|wearing|carrying) (?:[^\s,.;:]+ ){1,3}(?:too|as well)\b"
    ),
    # That somebody "also" cast or targeted something.
    "also_did": re.compile(
        r"(?i)\b(?:also|likewise) (?:casts?|selects?|selected|target(?:s|ed)?|chose|chooses?)\b"
        r"|\b(?:casts?|select(?:s|ed)?|target(?:s|ed)?|chose|chooses?)\b[^,.;:•()]*\b(?:too|as well|likewise)\b"
    ),
    # They compare with what was just said: "fewer than that".
    "than_that": re.compile(r"(?i)\bthan that\b"),
    # They say how much it is in all.
    "in_all": re.compile(
        r"(?i)^(?!.*\bso\b)"
        r".*\b(?:(?:in (?:all|total)|altogether|all told|combined)(?=[.,;:)]|$)|(?:gain|lose)s? a total of)"
    ),
    # They say that it is exactly so much, of nobody who has, holds or shows it.
    "exactly": re.compile(
        r"(?i)(?<!lost )(?<!gained )(?<!received )(?<!paid )(?<!not lose )(?<!not gain )"
        r"(?<!has )(?<!have )(?<!had )(?<!with )(?<!owns )(?<!own )(?<!holds )(?<!hold )(?<!are )(?<!is )"
        r"\b(?:exactly|precisely) [\w-]+ "
        r"(?!wizards?\b|neighbou?rs?\b|other\b|spells?\b|of\b|d(?:id|o|oes)\b|cast\b)[a-z]"
        r"|\b[\w-]+ \w+,? (?:exactly|precisely)(?=[.,;:)]|$| (?:to|from)\b)"
    ),
    # They say that somebody has so many more, or fewer, "than before".
    "than_before": re.compile(r"(?i)\b(?:more|fewer|less)\b[^.;,]* than before\b"),
    # They say how much richer or poorer somebody then is, what they then have, or how much it is that they gain.
    "as_it_ends": re.compile(
        r"(?i)\b(?:stars?|crystals?|dice\d+|many|much) (?:richer|wealthier|poorer|lighter|better off|worse off"
        r"|to the good|out of pocket)\b|\b(?:richer|wealthier|poorer|lighter|better off|worse off) by\b"
        r"|\bnumber of (?:stars|crystals)\b[^.;:,]*\b(?:gain|lose)s? (?:is|equals|matches)\b"
        r"|\bthe result is the number of (?:stars|crystals)\b|\b(?:loss|gain) (?:for|by|of) [^.;:]*:"
        r"|\b(?:this|that|it) (?:earns|brings|wins|gives|nets)\b|\b(?:stars|crystals) are (?:yours|your own)\b"
        r"|\b(?:after|once) this\b|\b(?:ends?|finish(?:es)?|comes? out|left)(?: up)? (?:on|with|at)\b"
        r"|\bnew (?:number|total)\b"
    ),
    # They speak of "these Stars".
    "these": re.compile(r"(?i)\b(?:these|those) (?:stars|crystals)\b"),
    # They speak of one of several, who is not drawn.
    "one_of": re.compile(
        r"(?i)(?<!every )(?<!each )(?<!any )\b(?:one of them|one such (?:spell|one))\b"
        r"(?! (?:at random|is (?:picked|drawn|chosen)))(?!, (?:picked|drawn))"
    ),
    # They say of whom they speak, and then who of them: "of the other Wizards, the one with ...".
    "out_of": re.compile(
        r"(?i)(?:^|[,:;•] ?|\b(?:then|and|but) )(?:out of|of|among|amongst|from(?: among)?) [^,;:.]+, "
        r"(?:the (?:one|two|three|wizards?)|whoever|whichever)\b"
    ),
    # They say so, and then of a Wizard who has the most or the fewest: of them, or of all?
    "out_of_all": re.compile(
        r"(?i)(?:out of|of|among|amongst|from) [^,;:.]+, (?!the wizard)[^;:.]*\bthe wizard (?:with|who has)\b"
    ),
    # They have "an even number", of which they do not say what it is a number of.
    "parity": re.compile(r"(?i)\b(?:odd|even) (?:number|one)s?\b(?! of\b)"),
    # They say "one", of what they have spoken of.
    "one": re.compile(
        r"(?i)\b(?:los|gain|pay|steal|tak|giv|get|hand|receiv)(?:e|es|s)?(?: (?:you|them|the caster))? one\b"
        r"(?=[,.;:)]|$| (?:from|to|if|unless|and|but)\b)"
    ),
    # They speak of several one by one, and of nobody in the plural.
    "one_by_one": re.compile(
        r"(?i)^(?!.*(?<!of )\b(?:(?:your|the|all|both|other|their|two) )*(?:neighbours|wizards|others|those)\b)"
        r".*\b(?:each|every|everyone|everybody|anyone|anybody|whoever)\b"
    ),
    # They speak of "the next one", or "the previous one".
    "next_one": re.compile(r"(?i)\bthe (?:next|following) one\b(?! (?:after|to)\b)"),
    "previous_one": re.compile(r"(?i)\bthe (?:previous|preceding) one\b(?! (?:before|to)\b)"),
    # What they say of several they say of each of them.
    "apiece": re.compile(r"(?i)\b(?:each|every|apiece|whoever|any(?:one|body)?)\b"),
    # They have a condition that says nothing of each of several, or of any of them.
    "if_not_each": re.compile(
        r"(?i)\b(?:if|unless)\b(?![^,.;:]*\b(?:each|every|everyone|everybody|apiece|whoever|any(?:one|body)?)\b)"
    ),
    # They say before the noun what Wizards they speak of: "each idle Wizard", "rich neighbours".
    "kinds": re.compile(
        r"(?i)\b(?!(?:each|every|other|all|any|no|some|the|your|my|their|its|of|both|either|neither|two|three|single"
        r"|adjacent|neighbou?ring|a|an|one|to|by|from|than|with|for|and|or|if|that|which|unless|when|but|are|as|only"
        r"|next|previous|chosen|named|most|least|more|fewer|many)\b)[a-z'’-]*[a-z] (?:wizards?|neighbou?rs?)\b"
    ),
    # Of "it" they say that it has no effect.
    "it_void": re.compile(r"(?i)\bit (?:has no effect|does nothing|fails|is void|has none)\b"),
}

Marks = Mapping[str, frozenset[int]]
"""Under each name of PATTERNS the sentences with such words, by their numbers."""


def marks_of(texts: Sequence[str]) -> Marks:
    """Which of the sentences have which of the words that are looked for."""
    return {
        mark: frozenset(number for number, text in enumerate(texts) if pattern.search(text))
        for mark, pattern in PATTERNS.items()
    }


NO_MARKS = marks_of(())
