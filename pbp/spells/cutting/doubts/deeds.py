"""What is done: what "do", "so", "instead" and "both" stand for."""

from pbp.spells.cutting.doubts.doubt import LeftOpen, doubt

_ELLIPTIC_DO = r" (?:do|does)(?: not|n['’]t)?(?= *[.,;]| (?:lose|gain|pay|get|receive)s?\b)"
_APART = r"\bas (?:a|an|another) (?:(?:separate|further|second|additional|extra|new|different) )?"
_TO_ITS_VERB = r"(?: of (?:its|their) own)?,? (?:(?!\b(?:VERBS)\b)[^.;,:•])*\b"
_DOES = r"(?:gain|lose|pay|steal|get|take|give)s?"

_GETTING = "(?:gain|get|receive|earn|win)s?"
_LOSING = "(?:lose|forfeit|pay|give|hand)s?"


def _another_if(does: str) -> str:
    """The same done again, so many, under a condition that stands against it: "gain 2 Stars, but if ..., gain 3"."""
    if_so = r"(?:if|on (?!top)|unless|when|where|should|in case)"
    so_many = (
        rf"\b{does} (?:you |them )?(?:only |just )?(?:\d+|one|two|three|half|that many)\b(?! more)"
        r"(?! (?:Stars|Crystals) (?:more|each))(?![^.;]*\b(?:instead|more|also|as well|too|another|extra|further)\b)"
    )
    against = rf"(?:(?:,| [–—-]) but|[.;] (?:however|but),?) {if_so}\b[^.;]*?{so_many}"
    aside = rf"[.;] {if_so}\b[^.;]*?,? (?:however|though),?[^.;]*?{so_many}"
    return rf"\b{does}\b[^.;,]*(?:{against}|{aside})"


DEEDS: tuple[LeftOpen, ...] = (
    # Whether a thing of somebody else's is taken from them: "Take the next Wizard's Hat. If it is Red, gain 1 Star."
    doubt(
        "is it taken from them, or only looked at?",
        "say: steal; or: look at",
        r"(?i)(?:^|[.;:•]\s*)(?:then,? )?(?:you )?(?:take|pick) "
        r"(?!your\b|the caster's\b|(?:all|half|some|any|both|each|one|two) of\b)"
        r"(?:(?:[a-z]+ ){0,6}?(?:[a-z]+'s|[a-z]+s'|their) (?:place|position|seat|(?-i:[A-Z])[a-z]+)"
        r"|the (?-i:[A-Z])[a-z]+ of (?!you\b|the caster\b)[^.;,]+)[.;,]"
        r"(?! (?:and )?(?:divide|halve|double|add|round|vice versa|they (?:take|get)|that Wizard (?:takes|gets)))",
    ),
    # Whether it was the same spell: "if a spell was cast at you by both neighbours".
    doubt(
        "the same spell by each of them?",
        "say: if both neighbours cast a spell that targets you",
        r"(?i)\ba(?: \w+)? spell (?:was|is|has been) cast at (?:\w+ ){1,4}by (?:both|all|each|every)\b",
    ),
    # Whose verb it is: "The chosen Wizard loses 2 Stars, and be unable to gain Stars."
    doubt(
        "who is so?",
        "say: and is ...",
        r"(?i)\b(?:loses|gains|pays|receives|gets)\b[^.;:•]*,? and be (?:unable|immune|not|unaffected)\b",
    ),
    # What a word means where its condition leaves out what: "a Wizard is cold if they did not.".
    doubt(
        "what a word means is not said in full",
        "say again what they did",
        r"(?i)\b(?:is|are|be|called) (?:an? )?[a-z-]+(?: \w+)?,? (?:if|when|unless) (?:they|you|it|that \w+|the [\w "
        r"]+?) "
        r"(?:did|do|does|is|are|has|have|was|were)(?: not|n't)?[.;]"
        r"|\b(?:is|means) (?:an?|one|anyone|any) (?:\w+ )?(?:who|that) (?:did|do|does|is|are|has|have)(?: not|n't)[.;]",
    ),
    # What somebody does now: what was asked, or what was told to happen?
    doubt(
        "do they what: what was asked, or what happens?",
        "say the verb again",
        r"(?i)\b(?:(?:if (?!you\b)|unless )[^.;]*\b(?:cast|targeted|selected)\b[^.;]*[.;] (?:and |then,? )?(?:if"
        r"|unless) "
        rf"you{_ELLIPTIC_DO}"
        r"|(?:if|unless) [^.;]*\b(?:cast|targeted|selected)\b[^.;]*[.;] (?:(?:and |then,? )?(?:if|unless) "
        r"(?:they|neither(?: of (?:them|you))?|both(?: of (?:them|you))?|either|that wizard|none|nobody)"
        rf"|[^.;]*\b(?:who|whoever)){_ELLIPTIC_DO}|same\b[^.;]*[.;] [^.;]*\bneighbou?rs? who{_ELLIPTIC_DO})",
    ),
    # The same, or the opposite?
    doubt(
        "the same, or the opposite?",
        "say: the same goes for",
        r"(?i)\bimmune\b[^.;]*[.;,] (?:and )?(?:neither|nor)\b"
        r"|\b(?:not affected|(?:cannot|can['’]t) \w+ \w+)\b[^.;]*[.;,] (?:and )?so (?:are|is|do|does|can)\b",
    ),
    # What somebody does who "does so" where the other was targeted: is targeted, or targets?
    doubt(
        "were they targeted, or did they target?",
        "say again what they did",
        r"(?i)\b(?:is|are|was|were|been|be|being|gets?|got) targeted\b[^.;]*[.;,][^.;]*"
        r"(?:\b(?:do|does|did|done) (?:so|the same)\b|\b(?:does|did)[,.;])",
    ),
    # What is called a loss and is none.
    doubt(
        "it is called a loss, a gain or a payment, and is none",
        "leave that out",
        rf"(?i){_APART}(?:"
        rf"(?:loss|penalty|payment){_TO_ITS_VERB.replace('VERBS', 'loses?|pays?')}"
        r"(?:gains?|gets?|receives?|becomes?|swaps?)"
        rf"|(?:gain|payment|reward){_TO_ITS_VERB.replace('VERBS', 'gains?|gets?|receives?|pays?')}"
        r"(?:loses?|becomes?|swaps?)"
        rf"|payment{_TO_ITS_VERB.replace('VERBS', 'pays?')}(?:gains?|loses?))\b",
    ),
    # What they do now: the same as in another Duel?
    doubt(
        "what do they do now?",
        "say again what they cast",
        r"(?i)\b(?:does|do|did)(?: so)? now\b|\bprevious duel,? (?:and|but) [^.;,]*\b(?:does|do)\b(?! not| so)(?= "
        r"*[,.;])",
    ),
    # Instead of both, or of the second?
    doubt(
        "instead of both, or of the second?",
        "say it in a sentence of its own",
        rf"(?i)(?<=[\w,] )(?:and|then) (?:you |they )?{_DOES} [^.;:]*, or (?:instead )?{_DOES} "
        r"[^.;:]*\b(?:if|unless|when)\b",
    ),
    # Who did not do what of it?
    doubt(
        "who did not do what of it?",
        "say: each Wizard who did not ...",
        r"(?i)\bwith(?:out)? [^.;,]* who [^.;]*[.;,] ?(?:and )?(?:\d+ (?:from|to) )?each who (?:did|do|does)\b"
        r"|\bwho [^.;,]*,? and (?:who )?(?:has|have|is|cast|did)\b[^.;]*[.;,] ?(?:and )?each who (?:did|does|do) not\b"
        r"|\beach who (?!did|do)[^.;]*[.;,] ?(?:and )?each who did not\b",
    ),
    # Instead of one, or of both?
    doubt(
        "instead of one of the two outcomes, or of both?",
        "say all that happens then",
        r"(?i)(?:\band|,) you (?:gain|lose|get)\b[^.;]*\.[^.;]*\binstead,? (?:and|but) you (?:gain|lose|get)\b",
    ),
    # Who is called so?
    doubt(
        "who is called so?",
        "say it in a sentence of its own",
        r"(?i)\b(?:other than|except|who|whoever|whose|than|and|neighbou?rs? of|each neighbou?r|a neighbou?r|half"
        r"|there is|exactly one|where)\b[^.;(]*\((?:hereinafter|hereafter|henceforth|in what follows|from here on)\b",
    ),
    # In place of that, or besides?
    doubt(
        "in place of that, or besides?",
        "say: instead",
        r"(?i)\bloses? \d[^.;]*[.;] ?(?:and )?if (?!not\b)(?![^.;,]*\btie)[^.;,]*, (?:\w+, )?"
        r"it(?:['’]s| is) [^.;,]* who (?:loses?|gains?)\b",
    ),
    # Who loses it?
    doubt(
        "who loses or gains it?",
        "name the Wizard",
        r"(?i)\bif the (?:target|chosen wizard|named wizard)[^.;:,]*: (?:loses|gains)\b",
    ),
    # Whether they did nothing as well, or something: "each Wizard who cast nothing ... If everybody did".
    doubt(
        "did they do nothing, or something?",
        "say again what they cast",
        r"(?i)\b(?:casts?|selected|selects?|targeted|targets?) (?:nothing|nobody|no one|no\b|none|neither)"
        r"[^.;]*[.;,][^.;]*\bdid(?= so\b| too\b| as well\b| the same\b|[.,;:)]| (?:los|gain|pay|steal|get|swap))",
    ),
    # What is asked, what can be said instead, and the words that leave it open.
    doubt(
        "does this happen once, or each time?",
        "say it in a sentence of its own",
        r"(?i)(?:^|[.;•]\s*)(?![^.;]*\b(?:whenever|(?:each|every|any) (?:single )?time|if|when|occasion)\b)[^.;]*"
        r"\bwould \w+\b[^.;]*\binstead,? and (?:also )?(?:you|they|that wizard|the (?:caster|(?:\w+ )?wizard)) "
        r"(?:also )?"
        r"(?:gain|lose|pay|get|steal)s?\b",
    ),
    # Whether the second is instead of the first: "loses 2 Stars, but if they cast Burn, they lose 3".
    doubt(
        "besides that, or instead?",
        "say: 3 instead; or: 3 more",
        rf"(?i)(?:{'|'.join(map(_another_if, (_GETTING, _LOSING, 'steals?')))})",
    ),
    # Which thing of theirs: the one by which they are named, or the one of which was spoken before.
    doubt(
        "which of their things?",
        "name the thing",
        r"(?i)(?:(?:\byour|\btheir|['’]s) (?:own |number of )?(?!neighbou?r)\w+\b|\w+ of (?:the|your|each)\b)[^.;]*"
        r"(?:[.;,]|\band\b)[^.;]*\b(?:has|have|gets?) theirs \w+",
    ),
)
