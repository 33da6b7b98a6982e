"""How far a condition reaches, and when it is asked."""

from pbp.spells.cutting.doubts.doubt import STARS, LeftOpen, doubt

_SO_MANY = r"(?:two|three|four|five|\d+)"
_BACK = r"(?:previous|preceding|foregoing)"

_UNASKED = r"(?:^|[.;:•]\s*)(?:(?!\b(?:if|when|unless|where|while)\b)[^.;:•])*?"
_NOT_BESIDES = r"(?![^.;]*\b(?:instead|too|also|as well|in addition|besides)\b)"

CONDITIONS: tuple[LeftOpen, ...] = (
    # Whether it lasts for what is left of this Duel, where another one was spoken of.
    doubt(
        "the rest of which Duel?",
        "say: for the rest of this Duel",
        r"(?i)\b(?:previous|last|earlier|first) Duels?\b[^.;:|]*\bfor the (?:whole )?rest of it\b",
    ),
    doubt(
        "it is not clear how far the condition reaches",
        "say in a sentence of its own what has none",
        r"(?i)\bif\b(?![^.;\n]*\(a\)\s*(?:\w+ ){0,3}(?:gain|lose|pay)s?\b)[^.;\n]*\b(?:gain|lose|pay)s?\b[^.;\n]*"
        r"\band \([b-h]\)\s*(?:\w+ ){0,3}(?:gain|lose|pay|become|swap)s?\b",
    ),
    # How far does the condition reach?
    doubt(
        "it is not clear how far the condition reaches",
        "say in a sentence of its own what has none",
        r"(?i)\bif\b[^.;\n]*\bcasts?\b[^.;\n]*\b(?:whatever|whichever|no matter wh\w+)\b[^.,;\n]*\bcasts?\b",
    ),
    # Whether somebody is left out, or must not have done it: "if somebody but not you lost Stars".
    doubt(
        "are they left out, or is it asked that they did not?",
        "say: if somebody other than you ...; or: if somebody ... and you did not",
        r"(?i)\b(?:if|unless|when|where|should|whether|provided)\b[^.;:,]*,? but not (?:you|the caster|me|that Wizard"
        r"|(?:an?|the|your|any|each|both)(?: \w+){0,2} (?:wizards?|neighbou?rs?|one)),? (?:did|does|do|has|have|had"
        r"|is|are|was|were|cast|lost|gained|received|paid|targets?|targeted|selected|wears?|owns?|carr(?:y|ies)|holds?)\b",
    ),
    # Whether what comes second comes under the condition, too: "If ..., first gain 2 Stars. Then lose 1."
    doubt(
        "it is not clear whether what follows has this condition too",
        "say it in one sentence: if ..., ..., and then ...",
        r"(?i)(?:^|[.;•\n]\s*)(?:if|when|unless|should|where)\b[^.;:•\n]*, (?:then )?"
        r"(?:first(?:ly| of all)?|to (?:begin|start) with)\b[^.;•\n]*[.;]\s+(?:and )?"
        r"(?:then|after that|next|second(?:ly)?|finally|afterwards|lastly)\b(?!,? (?:if|when|unless|otherwise)\b)",
    ),
    # What comes beside a condition: another case, or one thing more that must be so?
    doubt(
        "is this another case, or must it be so as well?",
        "say it in two sentences",
        r"(?i)(?<=[a-z0-9\"]),? (?:and )?also (?:if|when|where) (?!(?:you|they|it|that \w+) had\b)",
    ),
    doubt(
        "is this a condition, or are you left out?",
        "say: other than the caster",
        r"(?i)\bif (?:they|it)\b[^.;]*, but (?:you are|the caster is|I am) not\b",
    ),
    # Of whom it is asked behind a group: "Each neighbour with a Hat gains 1 Star, and without one, loses 1."
    doubt(
        "is this asked of you, or of each of them?",
        "say again who: ..., and each Wizard with ...",
        r"(?i)\b(?:each|every|all|everyone|everybody|any|whoever|neighbou?rs|wizards)\b[^.;:•]*?"
        r"\b(?:gains?|loses?|pays?|gets?|receives?)\b[^.;:•]*?,? (?:and|but) (?:with|without)\b[^.;:•]*?,? "
        r"(?:gains?|loses?|pays?|gets?|receives?)\b",
    ),
    # What happens in that case alone, or besides: "Gain 3 Stars, but if another Wizard cast this spell, lose 3."
    doubt(
        "in place of that, or besides?",
        "say: ... instead; or: ... as well",
        rf"(?i){_UNASKED}\b(?:gains?|gets?|receives?)\b[^.;]*?, but (?:if|when|on)\b[^.;]*?, (?:you |they )?"
        rf"(?:loses?|pays?)\b{_NOT_BESIDES}"
        rf"|{_UNASKED}\b(?:loses?|pays?)\b[^.;]*?, but (?:if|when|on)\b[^.;]*?, (?:you |they )?"
        rf"(?:gains?|gets?|receives?)\b{_NOT_BESIDES}",
    ),
    # Exactly so many, or at least: "Lose 1 Star for each idle Wizard, if you have that many."
    doubt(
        "exactly so many, or at least?",
        "say: if you have at least that many; or: if able",
        r"(?i)\b(?:for (?:each|every)|as many [a-z]+ as there are)\b[^.;(]*, if (?:you|they|the caster|that Wizard) "
        r"ha(?:ve|s) (?:that|so) many\b",
    ),
    # How much is not so?
    doubt(
        "it is not clear how much is denied",
        "say: if ... is not ..., and ...",
        r"(?i)\bit (?:is|was) not (?:the case|so|true) that\b(?:[^.;,()]|,(?= (?:and|or)))*"
        r"\b(?:and|or)\b(?! it (?:is|was) not)",
    ),
    # Whether one of two is not had, or neither: "who does not have a Red Hat or a Red Staff, or both".
    doubt(
        "is one of the two not so, or neither?",
        "say: neither ... nor ...",
        r"(?i)\b(?:(?:do|does|did)(?: not|n['’]t) have|without|lacks?|lacking)\b[^.;:•?]*?"
        r"(?:,| or)(?: or)? (?:an?|\d+|DICE\d+|at (?:least|most)|more|fewer)\b[^.;:•?,]*,? or both\b",
    ),
    # Whether that is so in that case, or after all this.
    doubt(
        "in that case, or after all this?",
        "say: in that case, ..., or: Afterwards, ...",
        r"(?i)(?<!^)(?<![.;:•] )\b(?:unless|except (?:if|when)|but not (?:if|when))\b[^.;:\n]*[.;,] ?(?:and |but "
        r")?then\b(?! it(?: is|['’]s) \d)",
    ),
    # Whether before all of it, or after what was just said: "Their Hats become Red. Then each already in Red ...".
    doubt(
        "already before this, or only then?",
        "say whose it was before, or leave the word out",
        r"(?i)(?:\bthen|\bafter (?:that|this)|\bafterwards?)\b[^.;:|]*\balready\b",
    ),
    # Whether both have the condition.
    doubt(
        "must both be so only then?",
        "say it in two sentences",
        r"(?i)(?:^|[•\n] *)[\w'’ ]+: (?:lose|gain|pay|get)s?\b[^.;:]*, (?:but|and) (?:lose|gain|pay|get)s?\b[^.;:,]* "
        r"(?:if|unless)\b",
    ),
    # Who cast it then, or now?
    doubt(
        "who cast it then, or now?",
        "say when",
        r"(?i)\bin the previous Duel,? but not in this one\b[^.;]*\bwho cast it\b",
    ),
    # Whether what follows hangs on the condition as well.
    doubt(
        "only if it is done, or in any case?",
        "say: Then ...",
        r"(?i)\b(?:if|unless|whoever|who|when|where|otherwise)\b[^.;:]*[.;] (?:and |then,? )*"
        r"(?:once|after|when|as soon as) (?:all )?(?:that|this|it) "
        r"(?:(?:is|has been|was) (?:done|over|finished|complete)|has happened)\b",
    ),
    # Whether a condition is one of the whole, or of how many at most, of how it is rounded, of who is left out.
    doubt(
        "is this a condition of the whole, or of what is said last?",
        "say the condition first",
        rf"(?i)(?:(?:, |\bbut |\b{STARS} )(?:but |and )?(?:at (?:most|least)|(?:no|not|never) more than|only up to"
        r"|up to"
        rf"|to a (?:maximum|limit) of|(?:capped|limited) (?:at|to)) (?:\d+|zero|one|two|three|four|five)(?: {STARS})?"
        r"|, rounded (?:up|down)|,? (?:except|but not|excluding|not counting) (?:you|the caster|yourself)"
        r"|, and (?:(?:exactly|just|only) )?(?:(?:twice|half|three times|double) )?(?:as many|that many|the same "
        r"number of)"
        r"(?: Crystals| Stars)?(?: \(rounded (?:up|down)\))?)"
        r"(?:,? or (?:\d+|\w+))? (?:if|unless|except (?:if|when)|provided|when|where(?! \w (?:is|=|are)\b)|as long "
        r"as)\b"
        r"(?! able| necessary| needed)",
    ),
    # Whether a condition is one of the loss, or of what the loss leaves.
    doubt(
        "is this a condition of the loss, or of what it leaves?",
        "say it in two sentences",
        r"(?i)\b(?:(?:but|though|and|yet)?,? ?"
        r"(?:not|never|no (?:lower|further|less|fewer)(?: than)?|to a minimum of|down to)(?: (?:below|under|than|to))*)"
        rf" (?:\d+|zero|one|two|three|none)(?: {STARS})?,? "
        r"(?:unless|if|except (?:if|when|where)|provided|when|where(?! \w (?:is|=|are)\b)|as long as)\b",
    ),
    # Whether the caster alone is meant, or who else?
    doubt(
        "whom does this ask about?",
        "say: if each of you ...",
        r"(?i)\b(?:if|unless|when) you (?:(?:then )?(?:all|each)|then both)\b"
        r"|\b(?:if|unless|when) you have [^.;,]* each(?=[.;,])",
    ),
    # Whether none of them did, or one did not.
    doubt(
        "is it so that none of them did, or that one did not?",
        "say: and no neighbour did",
        r"(?i)\b(?:nor|and neither) (?:(?:did|does|do) (?:either|any|an?)"
        r"|(?:has|have) (?:either|any|an?) (?:neighbou?r|other|wizard))\b",
    ),
    # When one of them does, or when all do at once?
    doubt(
        "when one of them does, or all at once?",
        "say: whenever a neighbour ...",
        r"(?i)\b(?:whenever|(?:each|every) time) (?:you and )?(?:both|all)\b",
    ),
    # Whether the first must be so as well.
    doubt(
        "must the first be so as well?",
        "say both conditions",
        r"(?i)\bif\b[^.;]*[;.] ?(?:and )?if [^.;,]*?"
        r"\b(?:(?:did|does|do|has one|have one)(?: not|n['’]t)? (?:so )?(?:too|as well|also|either)|also (?:did"
        r"|does|do))\b"
        r"|\bprevious duel\b[^.;]*\bcast it (?:too|as well)\b",
    ),
    # Whether nothing happens, or that happens always.
    doubt(
        "does nothing happen, or this always?",
        "say it before",
        r"(?is)\bnothing happens\b.*\b(?:no matter what|whatever) (?:they|that wizard|you|the [\w ]+) (?:cast|casts"
        r"|did)\b",
    ),
    # Whether that spell was not cast, or had no effect.
    doubt(
        "if that spell was not cast, or also if it has no effect?",
        "say: if they did not cast it",
        r"(?i)(?:^|[.;:•] )after [^,.;:]*'s? (?!spell\b)\w[^,.;:]*? (?:has|have) taken effect,"
        r"(?![^.;]*\b(?:if|unless|when)\b)[^.;]*[.;] ?(?:otherwise|else|if not|or else)\b",
    ),
    # Of which condition, and of how much of the sentence: "..., losing 1 Crystal if ... Otherwise".
    doubt(
        "it is not clear which case this is",
        "say the condition again",
        r"(?i), (?:thereby |also )?(?:losing|gaining|paying|getting|receiving|stealing|taking)\b[^.;]*"
        r"\b(?:if|unless|when|where|provided)\b[^.;]*[.;,] ?(?:and |but )?(?:otherwise|else|if not|or else|if so"
        r"|in that case|in any other case)\b",
    ),
    # In each of them, or in one of them: "who cast Burn in the two previous Duels".
    doubt(
        "in each of these Duels, or in any of them?",
        "say: in any of the 2 previous Duels",
        r"(?i)(?:^|[.;:,•]|\b(?:if|who|unless|when|whoever)\b)"
        r"(?:(?!\b(?:not|no|nobody|none|never|neither|nor|cannot|times?|often|number|once|spells?|at any)\b"
        r"|n['’]t\b)[^.;:,•])*?"
        r"\b(?:cast|selected|played)\b(?:(?!\b(?:once|twice|times?|any|either|one|both|each|every|all|at|but"
        r"|no)\b)[^.;:,•])*?"
        rf" in (?:the|your|their|his|her|my) (?:{_SO_MANY} {_BACK}|{_BACK} {_SO_MANY}) Duels\b"
        r"(?! (?:each|both|at least|at any)\b)",
    ),
    # Whether what is cast in this Duel counts.
    doubt(
        "does this Duel count?",
        "say: before, or: in an earlier Duel",
        r"(?i)\b(?:never|ever) (?:(?:has|have|had|having|been|once|yet) )*(?:cast|selected|played)\b"
        r"(?![^.;:]*\b(?:before|beforehand|earlier|previous|previously|prior|past|until|till|far|last|Duels?)\b)",
    ),
    # Whether both have the condition: "lose 2 Stars, and half your Crystals (rounded down) if you have a Hat".
    doubt(
        "is this a condition of the whole, or of what is said last?",
        "say the condition first",
        r"(?i)(?:^|[.;:•]\s*)(?:(?!\b(?:if|unless|when|where|provided|long)\b)[^.;:•|])*?, (?:and|as well as)"
        rf" (?:(?:exactly|just|only) )?(?:(?:\d+|an?|one|two|three|four|five|DICE\d+)"
        rf" {STARS}(?: for (?:each|every) [^.;,:•|]*?)?"
        rf"|(?:half|all)(?: of)? (?:your|their|his|her|the [\w ]+?['’]s) {STARS}(?:,? \(?rounded (?:up|down)\)?,?)?"
        rf"|{STARS} equal to [^.;,:•|]*?) (?:if|unless|except (?:if|when)|provided|when|where(?! \w (?:is|=|are)\b)"
        r"|as long as)\b",
    ),
    # Whether who does it too is a second condition, or does what was said: "lose 2 if you cast Burn, and so does X".
    doubt(
        "do they do it as well, or is it a second condition?",
        "say it in a sentence of its own",
        r"(?i)\b(?:gain|lose|pay|get|become|swap|steal)s?\b[^.;]* (?:if|unless)\b[^.;]*,? (?:and|but) "
        r"(?:so (?:do|does|did)\b|(?:(?!\bif\b|\bunless\b)[\w ])+ (?:do|does)(?: too| as well| not|n['’]t)?(?= "
        r"*[.;]|$))",
    ),
    # Whether one who has not done the one thing has done the other, or neither.
    doubt(
        "neither of the two, or one of them?",
        "say: neither ... nor ...",
        r"(?i)\b(?:have|has|had)(?: not|n['’]t) \w[^.;,]*\b(?:or|and) "
        r"(?:cast|lost|gained|targeted|been|paid|chosen|swapped|had|picked|stolen|won)\b"
        r"|\b(?:is|are|am)(?: not|n['’]t) (?:wearing|carrying|holding|owning)\b[^.;,]*"
        r"\bor (?:cast|have|has|target|lost|gained)\w*"
        r"|\b(?:with|wearing|has|have) no \w+ or (?:with|wearing|some)\b",
    ),
    # Whether what stands behind two things is said of both.
    doubt(
        "of both, or of the last?",
        "say it of each",
        r"\b(?:with|wearing|has|have|having|carrying|no|an?|neither|nor) (?:an? )?[A-Z]\w+,? "
        r"(?:or|and|nor) (?:an? )?[A-Z]\w+ "
        r"(?:of (?:the (?:chosen|same)|that|this)\b|that (?:is|are)\b)"
        r"|(?i:\b(?:lose|gain|lost|gained)s? (?:no |any )?(?:Stars|Crystals) "
        r"(?:or|and|nor) (?:lose|gain|lost|gained)s? "
        r"(?:no |any )?(?:Stars|Crystals) (?:from|to|through|because of)\b)",
    ),
    # Whether it is asked of the previous Duel, too.
    doubt(
        "in that Duel too, or in this one?",
        "say of each in which Duel",
        r"(?i)\bcast \w+ (?:and|or) (?:you|the \w+ wizard|they|an? neighbou?r) cast \w+ "
        r"in (?:the (?:previous|last)|that) Duel\b"
        r"|\bif,? in the (?:previous|last) Duel,?[^.;]*\b(?:or|and) (?:the|you|your|a|each|both)\b",
    ),
    # How far "or" reaches before "and": "if you were targeted by Burn, or by Jolt and have a Hat".
    doubt(
        "is the last so in either case?",
        "say it in two conditions",
        r"(?i)\b(?:if|unless|who|whose)\b[^.;,]*, or [^.;,]*\band\b[^.;,]*(?:, (?!and\b|or\b)|\b(?:gain|lose|pay)s?\b)",
    ),
    # One of two things that were named, or one Star.
    doubt(
        "one of the two, or one Star?",
        "name the thing",
        r"(?i)\b(?:if|who|with)\b[^.;]*\band\b[^.;]*[.;] (?:if|unless)\b[^.;,]* (?:have|has|wears?)(?:n['’]t| not)? "
        r"(?:only|just|exactly|at least|more than) one\b(?= *,| *$)",
    ),
    # Nobody chooses which of two spells it is.
    doubt(
        "either of the two, or both?",
        "say: each of them",
        r"(?:^|[.;,] )(?:[Tt]he spell\b[^.;,:]*? or [^.;,:]*?|[A-Z]\w+ or [A-Z]\w+(?: spells?)?) "
        r"(?:has|have) no effect\b",
    ),
    # Whether what was not cast "either", or "too", is of the Duel that was named, or of this one.
    doubt(
        "in which Duel?",
        "say: in that Duel; or: in this Duel",
        r"(?i)\b(?:previous|last|earlier|that) Duels?\b[^.;]*\bcast (?:anything|nothing|none|one|a spell|\w+) "
        r"(?:either|too|as well)\b(?! in\b)",
    ),
    # Whether all of it is done or nothing, or the payment alone is made whole.
    doubt(
        "all of this or nothing, or the whole payment?",
        "say: if able",
        r"(?i)\b(?:and|but)\b[^.;]*\ball or (?:nothing|none)\b",
    ),
    # What "no" says of a question that has a "no" in it: "Did nobody cast Burn? No: ..."
    doubt(
        "does this mean that nobody did, or that somebody did?",
        "ask whether somebody did",
        r"(?i)\b(?:did|does|do|has|have|had|is|are|was|were) (?:nobody|no one|none|neither|no \w+)\b[^?.;:]*\?\s*"
        r"(?:if (?:the answer is )?)?(?:no|not)\b[,:]",
    ),
    # Who is hit, if the answer names nobody.
    doubt(
        "nobody is named who is hit",
        "say who it is",
        r"(?i)\bwho(?: else)? (?:is|are|gets) (?:hit|affected|struck)\?\s*(?:they|these|those)\b(?! who\b)",
    ),
    # Whether what they had was at the start, too.
    doubt(
        "had at the start, too, or have now?",
        "say when",
        r"(?i)\bat the start of (?:the|this) duel\b[^.;]*, or \d+ (?:\w+ )?if (?:they|you) had\b",
    ),
)
