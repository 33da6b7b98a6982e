"""Of whom something is said: who "those", "the rest", "they", "the next one" are."""

from pbp.spells.cutting.doubts.doubt import STARS, YOUR_OWN, LeftOpen, doubt

_NEAR = r"(?:next|adjacent|close) to"
_WHO_TO = (
    r" (?:\w+ )*?(?:who|that|with|whose|having|wearing|standing|targeting|next|adjacent)\b[^.;,:•|()]*?"
    rf"\b(?:target(?:ed|s|ing)?|on|as|from|like|{_NEAR}|beside)"
)
_EACH_WHO = (
    rf"(?:(?:each|every|any)\b{_WHO_TO}|(?:every|any)(?:one|body)\b{_WHO_TO}"
    rf"|whoever\b[^.;,:•|()]*? (?:target(?:ed|s)?|as|from|{_NEAR})"
    r"|(?:an?|one|the|some)(?: \w+)? (?:Wizard|neighbou?r|one) (?:(?:who|that) (?:has )?target(?:ed|s)|targeting"
    r"|with (?:the same|a different) \w+ (?:as|from)))"
)
_SOMEONE = (
    r"(?:you|me|the caster|that Wizard|the target|(?:(?:each|both|all|either) )?(?:of )?your (?:own |next "
    r"|previous )*"
    r"neighbou?rs?|(?:each|either|both|any|every|a) neighbou?rs?"
    r"|the (?:two )?Wizards? (?:with|next to|after|before|at|in) [^.;,:|]*?"
    r"|(?:the|that) (?:chosen|named|next|previous|first|second|target+ed|selected|other)(?: chosen| named)?"
    r"(?: Wizard| one| neighbou?r| position)?s?)"
)
_TWO_OF_THEM = rf" {_SOMEONE} and (?:also )?{_SOMEONE}"

PEOPLE: tuple[LeftOpen, ...] = (
    # Who "they" are, where you alone would lose: "whenever you lose Stars, they lose 1 fewer".
    doubt(
        'it is not clear whom "they" means',
        "say: you lose 1 fewer",
        rf"(?i)\b(?:(?:whenever|each time|every time|when|if) you(?: would)?|(?:makes?|causes?) you(?: to)?)"
        rf" (?:lose|gain) (?:any )?{STARS}\b[^.;,]*, they (?:would )?(?:also )?(?:lose|gain)s? (?:only )?"
        r"(?:\w+ (?:fewer|less|more)|none|nothing|twice|half|double)\b",
    ),
    # Whether who gains Stars keeps what goes to somebody else.
    doubt(
        "does who gains them keep them as well?",
        "say: you gain half as many; or: you gain half of them instead",
        rf"(?i)\b(?:gain|receive|get|win|earn)s? (?:any )?{STARS}\b[^.;,]*, (?:\w+ )?(?:of )?(?:them|those|these)\b"
        r"(?: stars)? (?:go|goes|pass|passes|are (?:given|paid)) to\b(?![^.;]*\binstead\b)",
    ),
    # Other than whom: "a suspect is a Wizard who cast Burn; a bystander is any other Wizard"?
    doubt(
        "other than the caster, or than those named before?",
        "say: a Wizard who did not ...",
        r"(?is)\b(?:is|are|means?|called|:)\s[^.;:]*\b(?:wizards?|neighbou?rs?|anyone|anybody|everyone"
        r"|whoever)\b[^.;:]*[.;,]\s"
        r"(?:and )?[^.;:]*(?:\b(?:is|are|means?)|:) (?:(?:any|another|each|every|all|an)(?: the)? other (?:wizards?"
        r"|neighbou?rs?|ones?)"
        r"|(?:any|every)(?:one|body) else|all(?: of)? the (?:others|rest))(?=[.;\n]|$)",
    ),
    # Who "the targeted Wizard" is: the one of the Inputs, or the one whom a spell was said to target.
    doubt(
        "the Wizard who was chosen, or the one whom that spell targets?",
        "say: the chosen Wizard",
        r"(?is)\b(?:targets|(?:is|are|was|were|being|be) targeted)\b.*\bthe (?:targett?ed (?:wizard|position|one)"
        r"|(?:one|wizard|position) targett?ed(?! by)|(?:original|former|previous|first|old) target)\b",
    ),
    # Other than the caster, or than those before.
    doubt(
        "other than the caster, or than those before?",
        "say: for each Wizard who did not ...",
        r"(?i)\bfor (?:each|every) (?!other)[^.;]*? for (?:each|every) other wizard\b"
        r"|\bnumber of wizards who [^.;]*\bnumber of other wizards\b"
        r"|\b(?:from|to) (?:each|every|all|both|your) (?!other)[^.;]*?"
        r" (?:from|to) (?:each|every|all|all the|the) other wizards?\b",
    ),
    # Whom somebody did not target as well, or who is left out: "targeted the first Wizard but not the second".
    doubt(
        "whom they did not target, or who is left out?",
        "say it in two conditions",
        r"(?i)\b(?:targeted|targets|cast [^.;,]*? on|more \w+ than|fewer \w+ than) (?:you|the|your|an?)\b[^.;,]*?"
        r",? (?:but|and) not (?:you|the|your|an?|me)\b(?! (?:targeted|targets?|cast))",
    ),
    doubt(
        "other than the caster, or than those?",
        "say: than Wizards who ...",
        r"(?i)\bmore [^.;]{1,60} than other (?:wizards|ones)\b",
    ),
    # Of whom a sentence speaks behind a table.
    doubt(
        "whom of the table is this about?",
        "name the Wizard",
        r"(?im)^\|.*\|[ \t]*\n+(?!\|)[ \t]*(?:(?:and|also|then|besides|moreover|in addition|on top of that),? )*"
        r"(?:(?:that|these|those) wizards?|they|them|their|those|these(?! rows| lines)"
        r"|(?:each|all|both|one) of (?:them|these)"
        r"|the other (?:wizard|neighbou?r))\b",
    ),
    # Whose neighbour: of the caster, or of each of those?
    doubt(
        "whose neighbours are meant?",
        "say: each neighbour of the caster",
        r"(?i)(?:^|[.;:•]\s*)for (?:each|every) (?:adjacent wizard|neighbou?r)\b(?! of\b)[^,.;]*,"
        r"\s+(?:each|every|all|any|whoever)\b",
    ),
    # Whose neighbours, or who is next to whom, where two do it.
    doubt(
        "next to whom?",
        "say it of each by name",
        r"(?i)\b(?:you (?:both|each)|(?:both|each) of you|the two of you) (?:pay|give|hand|steal|take)\b[^.;]*"
        r"\b(?:your|both|the next|the previous|a random|(?:each|every|either|a) (?:of (?:your|the) )?neighbou?rs?)\b",
    ),
    # Of whom "they" is said after two groups.
    doubt(
        "these, or all that were spoken of?",
        "say whom",
        r"(?i)(?:; ?(?:and )?[^.;,:]+, \d+(?: (?:Stars?|Crystals?))?"
        r"|\b(?:but|only) (?:(?:\d+|up to \d+) from |to )?(?:those|the ones) (?:who|with|without|whose)\b[^.;]*)"
        r"[.;] (?:[^.;]* )?(?:they|them|those|these)\b(?! (?:who|with|without|whose|targeted))",
    ),
    # Of whom that is said: of those who are spared, or of the others?
    doubt(
        "those who are spared, or the others?",
        "say whom",
        r"(?i)(?:\b(?:do not|does not|don['’]t|doesn['’]t) (?:have|need) to\b|\bneed not\b"
        r"|\b(?:are|is) not affected(?= *[.,;]| by (?:this|it|that)\b)"
        r"|\b(?:los|pay|gain|get)e?s? (?:none|nothing|no (?:Stars|Crystals))\b(?! from)|\bdoes not apply to\b"
        r"|, (?:except|save|but not)(?: for)? (?:those|the ones|(?:the |any )?(?:wizards|neighbours) (?:who|with)"
        r"|your neighbours))"
        r"[^.;]*[.;] (?:[^.;]* )?(?:they|them|those|neither|both)\b(?! (?:who|with|without|whose|in)\b)"
        r"|\b(?:wizards|neighbours|those|ones|whoever|(?:any|every)(?:one|body))\b[^.;,]*"
        r"(?:\b(?:lose|pay|gain|get)s? (?:none|nothing|no (?:Stars|Crystals))"
        r"|\b(?:do|does) not (?:lose|pay|gain|get) any)\b"
        r"[^.;,]*, (?:and|but) (?:they|their)\b",
    ),
    # Of these, or of all who did?
    doubt(
        "of these, or of all who did?",
        "say: each of these who ...",
        r"(?i)\b(?:each|every|all|any)\b[^.;,]*\b(?:with|who|whose|wearing|in)\b[^.;,]*,? unless they\b[^.;]*[.;] "
        r"(?:[^.;]* )?who (?:did|do|does)\b",
    ),
    # Anyone of these, or anyone at all?
    doubt(
        "anyone of these, or anyone at all?",
        "say: each of them who ...",
        r"(?i)\b(?:neighbou?rs?|other wizards?|who|with|wearing)\b[^.;]*[.;] "
        r"(?:any(?:one|body)|whoever|every(?:one|body)|(?:each|every|any) wizard|all wizards) (?:(?:who|that) )?also\b",
    ),
    # Who is left out: those of the sentence before, or of both?
    doubt(
        "who is left out by this?",
        "say who",
        r"(?i)[.;][^.;]*[.;] (?:and )?(?:every(?:one|body) else|all the rest|the rest|the others|all others)[^.;]*"
        r"\b(?:you|the caster) (?:included|too|as well)\b",
    ),
    # Which of the two is that one?
    doubt(
        "which of the two is that one?",
        "name the Wizard",
        r"(?i)\bone of (?:their|his|her) neighbou?rs,[^.;]*\bthat one\b",
    ),
    # Of what one is drawn.
    doubt(
        "one of what?",
        "say: a random Wizard",
        r"(?i)(?:(?<!tied, )(?<!tie, )\b(?:choose|pick|select) (?:any )?one at random *[:;•\n]"
        r"|^(?:choose|pick|select) (?:any )?one at random *\.)",
    ),
    # Whether it is said of who is left out, or of everybody else.
    doubt(
        "is this said of who is left out, or of the others?",
        "say: each Wizard who ..., except ...",
        r"(?i)\b(?:except|excepting|but|other than|apart from|aside from|besides|save|excluding|bar|barring)(?: for)? "
        rf"(?:(?:and )?(?:you|the caster|your) (?:and|or) )?(?:{YOUR_OWN} neighbou?rs"
        r"|(?:those|the (?:two )?Wizards|Wizards|the ones) (?:next|adjacent) to \w+"
        r"|the (?:next|previous|chosen|named|selected|targeted|first|second)(?: (?:chosen|named))? (?:Wizard|one"
        r"|neighbour)"
        r"|the Wizard (?:\d|next to|before|after|behind|in front of|beside)[^,.;:()]*?|your (?:next|previous) neighbour"
        r"|the (?:target|victim)) (?:who|whose|that|which|without|with(?! the (?:most|fewest|highest|lowest|least)))\b",
    ),
    # Whether somebody is one of several, or perhaps none of them.
    doubt(
        "is this one of several, or perhaps none?",
        "say: if at least one other Wizard ...",
        r"(?i)(?:\bnot|n['’]t) the (?:only|sole) (?:one|Wizard|neighbour|player)\b",
    ),
    # Whether "your" is of the caster, or of each of those spoken to.
    doubt(
        "yours alone, or of each of you?",
        "say: the caster's Stars; or: their own Stars",
        r"(?i)\b(?:you and [^.;,|\n]*?|[\w' ]+ and you|both of you|you both|you each|each of you)(?: each| both)?"
        r" (?:shall |must |will )?(?:lose|gain|pay|get|receive)s?\b"
        r"[^.;,|\n]*?\b(?:half|thirds?|quarter|all|twice|double|equal to|for each|for every|per|as)\b"
        r"(?: of| the number of| many \w+ as| many as| one of| as)*(?: all)?"
        rf" (?:your (?:own )?{STARS}|your (?:own )?neighbou?rs?|{STARS} (?:that )?you have)\b",
    ),
    # Who "each of them" are: those of whom this is said, or their neighbours.
    doubt(
        "these Wizards, or their neighbours?",
        "say: each of their neighbours",
        r"(?i)\b(?:each|every|whoever|everyone|everybody|any)\b[^.;]*\b(?:each|both|all)(?: of)?(?: their)? "
        r"neighbou?rs?\b"
        r"[^.;]*(?:\beach of them\b|\bthey (?:each|both|all)\b|\bto each(?=[.;]))",
    ),
    # Other than the caster, or than the neighbours?
    doubt(
        "other than the caster, or than those neighbours?",
        "say whom",
        r"(?i)\bneighbou?rs?\b[^.\n]*\b(?:any other|another|no other|every other|each other) wizard (?:who )?"
        r"(?:did|does|do|has one|have one)\b",
    ),
    # Whose neighbour?
    doubt(
        "whose neighbour?",
        "say: each of their neighbours",
        r"(?i)\bwhoever has (?:the )?(?:most|fewest|least)\b[^.;]*"
        r"\b(?:each|every|both|either|an?|one) neighbou?rs?\b(?! of\b)",
    ),
    # In what, or in what way?
    doubt(
        "involved in what?",
        "say: everyone tied",
        r"(?is)^(?!.*\b(?:tie|tied|ties|level)\b).*\b(?:everyone|everybody|all|those) (?:involved\b|in it\b)",
    ),
    # Who they are: the others, or those who are left out?
    doubt(
        "the others, or those who are left out?",
        "say whom",
        r"(?i)(?<!for )\b(?:everyone|everybody|each wizard|every wizard|all wizards) (?:but|except)\b"
        r"[^.;:]*[.;,] ?(?:and )?they\b"
        r"|\b(?:everyone|everybody|anyone|(?:(?:each|every|all|any)(?: of)?(?: the| your| other)* wizards?|wizards"
        r"|(?:each|every|all|any)(?: of)?(?: the| your)? neighbou?rs?))\b(?:[^.;:,]*?,? (?:but(?: not)?|except"
        r"|excepting"
        r"|other than|apart from|aside from|save|excluding|barring|bar)(?: for)? "
        r"(?!the (?:\w+ )?wizard\b(?! (?:and|or)\b))(?:those|idle|active|your|the(?! caster| same)|any|both"
        r"|(?:you|the caster) (?:and|or)|(?:all |other )?(?:neighbou?rs|ones|wizards))\b"
        r"[^.;:]*?|[^.;:,]*?, [\w ]+ (?:excepted|excluded|aside))[.;,] ?"
        r"(?:(?:and|but|then|also|for|each|all|any|every one|one|of|the|hats?|stars?|from|to|steal|gain|lose|pay"
        r"|\d+) )*"
        r"(?:those|them|they|their)\b(?! (?:who|that|with|without|whose|in|not|of|next)\b)"
        r"|\beveryone\b[^.;:]*,? (?:but|except)(?: for)? the \w+ wizard[.;] their\b",
    ),
    # Whose: of who it is that does it, or of whom the condition speaks?
    doubt(
        "whose is meant?",
        "name the Wizard",
        r"(?i)(?:^|[.;:•]\s*)(?:the caster|a random \w+|the (?:next|previous) wizard)\b[^.;]*\b(?:if|when|where)\b "
        r"(?!you\b)[^.;]*\b(?:wizard|neighbou?r|one|position)\b[^.;]*\b(?:and|or|but)\b[^.;]*\b(?:they|their)\b"
        r"|(?:^|[.;:•]\s*)the caster (?:gains|loses)\b[^.;,]*\bwizard\b[^.;,]*,? if (?:they|their)\b",
    ),
    # Other than the caster, or than those?
    doubt(
        "other than the caster, or than those?",
        "say: each Wizard who did not ...",
        r"(?i)\b(?:each|every|any) other (?:\w+ )?(?:wizards?|one)\b[^|\n]*?[.;,:?]\s(?:[^.;|\n]*\b(?:for|from|to"
        r"|and) )?"
        r"(?:everyone else|everybody else|(?:the|all|all the) others\b(?! than)|all other wizards"
        r"|(?:every|each) other one|the other (?:ones|wizards))\b",
    ),
    # Who they are: of whom it was said before, or of whom the condition speaks?
    doubt(
        "who are they here?",
        "name the Wizards",
        r"(?i)\b(?:neighbou?rs?|all \w+ wizards|wizards)\b[^.;]* (?:loses?|gains?|pays?) [^.;]*[.;] ?(?:and )?if "
        r"(?!you\b|your\b|the caster\b|they\b|their\b|both\b|nobody\b)[^.;,]*\b(?:cast|has|have|is|did)\b[^.;,]*,"
        r"(?: however,)? they [^.;]*\binstead\b",
    ),
    # A Wizard is drawn for each spell that is moved: none of them is "that Wizard" before.
    doubt(
        "one is drawn for each spell: who is that Wizard?",
        "leave the condition out",
        r"(?i)\btargets? (?:a|another|one) random [^.;]*\binstead,? (?:unless|if|provided|except)\b[^.;]*\bthat\b",
    ),
    # Whether the one of the neighbours is meant, of whom it was asked whether they are alike.
    doubt(
        "the one of those neighbours, or of all Wizards?",
        "say: the neighbour with the most ...",
        r"(?i)(?:\bneighbou?rs (?:both |all |each )?(?:have|has|wear|carry|own|are wearing|cast|selected)\b[^.;:]*"
        r"\bthe same (?!number\b)|\ball (?:of )?your neighbou?rs (?:have|own) the same number\b)"
        r".*\b(?:the|any) one (?:with|who|that|in|at)\b(?! of)",
    ),
    # The idle ones of those, or of all Wizards?
    doubt(
        "the idle ones of those, or of all?",
        "say: each idle Wizard",
        r"(?i)\b(?:neighbou?rs?|with|who|whose)\b[^\n]*[.;,] (?:and |but |while )?(?:the |all |all the )?idle ones "
        r"(?:lose|gain|pay|get|become|swap)",
    ),
    # Whether one who leads alone, and is tied with nobody, is one of the others.
    doubt(
        "is one who leads alone one of the others?",
        "say: each Wizard with the most Stars",
        r"(?i)(?<!\()\b(?:each|every(?:one|body)?|all|any(?:one|body)?|those|wizards)"
        r"(?: of)?(?: the)?(?: wizards?| those| one)?(?: who (?:is|are))? tied (?:for|with)\b[^\n]*?[.;,][^.;]*"
        r"\b(?:every(?:one|body|one) else|(?:the|all|all the|each of the) others"
        r"|(?:each|every|all)(?: the)? other wizards?|the rest)\b",
    ),
    # Next to the caster, or to the chosen Wizard, named just before.
    doubt(
        "next to whom?",
        "say: the Wizard after the caster; or: after them",
        r"(?i)(?:\bthe (?:chosen|named|targett?ed|selected) (?:wizard|one|neighbou?r|position)\b(?! is the\b)"
        r"|\b(?:your|the) target\b(?! of\b)|\bthe wizard (?:whom |that )?you (?:chose|named|picked|selected)\b)"
        r"[^.;|\n]*"
        r"(?<!duel as in )(?<!duel as they did in )(?<!duel than in )(?<!duel and )(?<!duel and in )(?<!duel but "
        r"not in )"
        r"\bthe (?:next|previous) (?:wizard|one|neighbou?r)\b(?! (?:after|before|to|behind|in|from)\b)",
    ),
    # Whether somebody is the subject as well, or one of whom the others are told: "who targeted you and the next".
    doubt(
        "is this somebody who does it as well?",
        "name the other Wizard first",
        rf"(?i)\b(?:(?<!for )(?<!per )(?<!if )(?<!unless )(?:{_EACH_WHO}|(?:each|every|any) neighbou?r "
        rf"of){_TWO_OF_THEM} "
        r"(?:(?:los|gain|pay|get|becom|swap|steal|receiv|giv|tak|hand|pass)(?:e?s)|is|has|must|shall|will|may|can"
        r"|cannot"
        r"|should|does|cast)\b"
        rf"|(?:if|unless) (?:each|every)(?:one|body)?\b{_WHO_TO}{_TWO_OF_THEM} (?:is|has|cast)\b"
        rf"|{_EACH_WHO}{_TWO_OF_THEM}(?= *[.;,:)•]|$| (?:if|unless|when|where|instead|too|becomes)\b)"
        rf"|(?:Wizards|neighbours|those|ones|all){_WHO_TO}{_TWO_OF_THEM}\b)",
    ),
    # Whether they are next to both, or to one of them.
    doubt(
        "next to both, or to one of them?",
        "say: who is next to ... and who is next to ...",
        rf"(?i)(?:\b(?:Wizards?|those|ones?|who|that)(?: is| are| stands?| sits?)? {_NEAR} {_SOMEONE} and {_NEAR}"
        rf"|\b(?:Wizards?|those|ones?|everyone)(?: (?:who|that) (?:is|are|stands?|sits?))? {_NEAR} {_SOMEONE}"
        rf" and {_SOMEONE}\b"
        rf"|\b(?:Wizards?|those|ones?|who|that)(?: is| are| stands?| sits?)? {_NEAR} (?:both|the (?:two )?(?:chosen"
        r"|named)"
        r" (?:Wizards|positions)))",
    ),
    # Who is "they" where one of two has more than the other.
    doubt(
        "the one who has so many, or the one who was chosen?",
        "say: the one with fewer",
        r"(?i)\bif one of (?:you|them|the two|these)\b[^,;.]*\bthan the other,[^.;]*\b(?:they|that (?:one|wizard))\b",
    ),
    # Whom "too" and "twice that" are said of, after a narrower group.
    doubt(
        "anyone of these, or anyone at all?",
        "say: each of them who ...",
        r"(?i)\b(?:neighbou?rs?|other wizards?|who|with|wearing)\b[^.;]*[.;] (?:(?:any(?:one|body)?|whoever"
        r"|every(?:one|body))\b[^.;]*\b(?:too|as well)(?= *[.;,])|(?:any(?:one|body)?|whoever|every(?:one|body)"
        r"|(?:each|every|any) wizards?|all wizards)\b[^.;]*\b(?:twice|double|half) that(?! many\b))",
    ),
    # Whether it is asked of a group that leaves out whoever is asked about.
    doubt(
        "one of these, or of all of that kind?",
        "say: if you are not a neighbour of ...",
        r"(?i)\bother than you\b[^.;]*[.;] (?:and )?if you(?: are|['’]re) not one of (?:them|these|those)\b"
        r"|\bwho (?:is|are) one\b(?! of)",
    ),
    # Who is "they" after several who do something to one: the several, or that one.
    doubt(
        "who does this: those who pay, or the one who is paid?",
        "name them again",
        r"(?i)\b(?:neighbours|wizards|others|both|all of them|they) (?:pay|give|steal|take|hand|pass)\b[^.;]*"
        r"\b(?:the|that|a random) (?:\w+ )*wizard\b[^.;]*, (?:and|but|then) (?:they|their)\b(?! each)",
    ),
    # Whether "that Wizard" is who pays, or who is paid.
    doubt(
        "is that the one who pays, or the one who is paid?",
        "say: the payer, or the Wizard after them",
        r"(?i)\b(?:each|every|everyone|everybody|whoever|all|a random|wizards)\b[^.;]*"
        r"\b(?:pass|pay|giv|hand)(?:e?s)?\b[^.;]*"
        r"\b(?:(?:next|previous|random|other) wizard|wizard (?:after|before|behind|in front of) them"
        r"|their (?:\w+ )?neighbou?rs?)\b[^.;]*"
        r"\b(?:if|unless)\b[^.;]*\bthat (?:one|wizard)\b",
    ),
    # Which one is left out: the one of those, or of all Wizards.
    doubt(
        "the one of these, or of all Wizards?",
        "say: the one of them with the most Stars, or: the Wizard with the most Stars",
        r"(?i)\b(?:neighbou?rs?|(?:wizards?|(?:every|any)(?:one|body)|those|all) (?:who|whose|with|wearing|in|at|next)"
        r"|(?:other|idle|active) wizards?)\b[^.;:]*\b(?:except|but|save|other than|not|apart from|excluding)(?: for)? "
        r"(?:(?:the one|whoever|whichever)\b(?! of)[^.;:]*"
        r"\b(?:most|fewest|least|(?:lowest|highest) position)|the (?:richest|poorest))\b"
        r"(?! [^.;:]*\b(?:of|among) (?:them|these|those|your))",
    ),
    # By whom else: than the caster, or than the one who is targeted.
    doubt(
        "by nobody but you, or but themselves?",
        "say: by no Wizard other than the caster",
        r"(?i)\b(?:target|the wizard (?:there|at|in)|(?:that|chosen|named) wizard|they)\b[^.;,]*? (?:is|are|was|were)"
        r"(?: not)? targeted by "
        r"(?:(?:no ?one|nobody|any(?:one|body)|some(?:one|body)) else|(?:no |any )?(?:an)?other \w+)\b",
    ),
    # Whether they have more than you, too, or the ones than whom somebody has more.
    doubt(
        "are they compared as well, or compared with?",
        "say it in two conditions",
        r"(?i)\b(?:than|as) (?:you|the caster|that wizard|they),? and (?:the|your|that|both|all) [^.;,]*"
        r"\b(?:(?:has|have) (?:too|as well|also)|also (?:has|have))\b",
    ),
    # The same as whose: as one another's, or as the caster's.
    doubt(
        "the same as each other's, or as yours?",
        "say: the same Hat as you, or: the same Hat as each other",
        r"(?i)\bneighbou?rs (?:(?:with|who have|who wear|wearing|having|in) the same \w+"
        r"|whose \w+ (?:is|are) the same)\b(?! (?:as|number))",
    ),
    # Whether all of them do it where you have more than each, or each who has fewer.
    doubt(
        "each who has fewer, or all if you have more than each?",
        "say: each neighbour with fewer Stars than you",
        r"(?i)\b(?:neighbours|wizards|others) (?:each )?(?:lose|gain|pay|get|swap)\b[^.;,]* if you(?: have|['’]ve)\b"
        r"[^.;,]* than (?:they|them)\b",
    ),
    # Who or what is so as well, where nothing was said of it before.
    doubt(
        "who else, or what else?",
        "say what else is so, or leave the word out",
        r"(?i)^\W*(?:if|unless|when|each|every) (?![^.;,]*\b(?:and|this spell)\b)[^.;,]*"
        r"(?:\b(?:previous|last) Duel|\b(?:has|have|wears?) (?:an?|no) (?:\w+ )?\w+) (?:too|either|as well),",
    ),
    # Whether the caster is one of all the others, who was spoken of before them.
    doubt(
        "are you left out, or included?",
        "say whom",
        r"(?im)(?:^|[|.;] *)(?:you|the caster) (?:\| *)?(?:gain|lose|pay|get)s?\b[^;]*\b"
        r"(?:every(?:one|body) else|the rest|all the others?),? (?:you|the caster) (?:included|too)\b",
    ),
    # Of what "the Wizard at the next one" says that it is the next, where no position was named before it.
    doubt(
        "the next what?",
        "say: the Wizard at the next position",
        r"(?i)(?:^|[.;:|])(?:(?!\bposition\b)[^.;:|])*\bwizard at the (?:next|following|previous|preceding) one\b",
    ),
    # Whether "they" is the caster, or those whom the caster has.
    doubt(
        "the caster, or the neighbours?",
        "name them again",
        r"(?i)\bcaster has (?:\w+ ){0,3}neighbours,? (?:then )?"
        r"(?:they(?! (?:both|all|each|swap|exchange|trade)\b)|their)\b",
    ),
    # Who "each of them" is, unless so many Wizards do something: those who do, or all who could.
    doubt(
        "each of those who do, or of all who could?",
        "say: each Wizard who ...",
        r"(?i)\bunless (?:(?:exactly|only|just|at least|more than|fewer than) )?(?:two|three|four|\d+)\b"
        r"[^.;,]*, (?:each|all) of them\b",
    ),
    # Other than whom: than the caster, or than whoever did it first: "if someone cast Burn but no one else did".
    doubt(
        "other than you, or than those who were named first?",
        "say: no Wizard other than the caster; or: exactly one Wizard",
        r"(?i)\bif no (?!other)[^.;,]* but (?:some(?:one|body) else|another wizard)\b"
        r"|\bif (?:an?|both|each|another|your) (?:\w+ )?(?:neighbou?rs?|wizard)\b[^.;,]* "
        r"than (?:every|any)(?:one|body) else\b"
        r"|\bif another wizard\b[^.;]*, (?:no ?one|nobody|every(?:one|body)) else\b",
    ),
    # Whether all are so of whom there are so many, or all Wizards.
    doubt(
        "all of those, or all Wizards?",
        "say it in two conditions",
        r"(?i)\b(?:(?:at least|exactly|more than) \w+|some|any|several) wizards?\b[^.;,]* and all\b",
    ),
    # Whose is next or near, where it is nobody's own: "if nobody targeted the next Wizard".
    doubt(
        "next to you, or to each of those?",
        "say: next to the caster; or: next to them",
        r"(?i)\bif (?:every(?:one|body)|each|all|both) targets? the (?:next|previous) wizard\b"
        r"|\b(?:neither you nor|both you and|if you and)\b[^.;,]*(?:\b(?:than|as)|\btargeted) "
        r"(?:the (?:next|previous) wizard|an? neighbou?r)\b|\btargeted you than the\b"
        r"|\b(?:nobody|no ?one|some(?:one|body)|any(?:one|body)|another wizard|no other wizard|an? neighbou?r"
        r"|(?:(?:at least|exactly|more than) )?(?:one|two|three|\d+) (?:other )?wizards?)\b(?: else)? "
        r"(?:targeted|targets?|ha(?:s|ve) [^.;,]*? (?:than|as)) the (?:next|previous) wizard\b"
        r"|\b(?:is not|isn['’]t|are not|aren['’]t) (?:you or )?(?:an? neighbou?r|the (?:next|previous) wizard)\b(?! "
        r"of\b)",
    ),
    # Who "they" are after two who are joined: both of them, or the last.
    doubt(
        "both of those who were named, or one of them?",
        "name them again",
        r"(?i)\b(?:if|unless) (?:neither )?(?:you|the (?!wizards)[^.;,]*?|your neighbours|both neighbours)"
        r"(?:,? and|,? nor) (?:their|your|every|each|the|both)\b[^.;,]*, (?:they(?! both| each)|their)\b"
        r"|\b(?:you both|both of you|you are both|both neighbours)\b[^.]*[.;] if (?:they|not|only)\b",
    ),
    # Of whom "whereas" says something else: of those before, or of all Wizards.
    doubt(
        "those of them, or of all Wizards?",
        "say: each of them who ..., or: each Wizard who ...",
        r"(?i), whereas (?:those|the ones|any)\b",
    ),
    # Who "they" are after several beside one: "the next Wizard gains 1, your neighbours lose 1, and they ...".
    doubt(
        "those who were named last, or the one before?",
        "name them again",
        r"(?i)\b(?:the (?:chosen|named|next|previous|random) wizard|a random wizard|the wizard "
        r"(?:there|with|at|in))\b[^.;]*, "
        r"(?:and )?(?:your neighbours|both neighbours|each|every|all|whoever|the wizards|everyone|everybody)\b[^.;]*"
        r"\b(?:and|but|then) (?:they|their|any(?:one|body) next to them)\b",
    ),
    # Those of the ones before, or of all Wizards.
    doubt(
        "those of them, or of all Wizards?",
        "say: those of them who ..., or: each Wizard who ...",
        r"(?i)\b(?:each|every|your|all|wizards?|neighbou?rs?|everyone)\b[^.]*(?:[.;,]|\bfrom|\bto) (?:and |but "
        r")?(?:\d+ (?:from|to) )?"
        r"those (?:already|wearing|having|carrying|holding)\b(?! none)",
    ),
    # Other than the caster, or than those who were told of.
    doubt(
        "other than you, or than those?",
        "say: each Wizard who did not ...",
        r"(?i)\b(?:each|every|all)\b[^.;]* if they\b[^.;]*[.;] (?:all |each |every )?other wizards?\b",
    ),
    # Of whom "otherwise" is said: of the case of each, or of the condition before it.
    doubt(
        "otherwise of each of them, or of the condition before?",
        "say of which",
        r"(?i)\b(?:if|unless|when)\b[^.;]*, [^.;]* (?:if|unless) they\b[^.;]*[.;] otherwise,? "
        r"(?:each|every|all|both|your)\b"
        r"|\bif (?:two|three|both|\d+|at least|more than)\b[^.;]*\beach of them\b[^.]*[.;] otherwise,? they\b",
    ),
    # A neighbour of whom: of the caster, or of the one with the most.
    doubt(
        "a neighbour of whom?",
        "say: the one with the most Stars of your neighbours",
        r"(?i)\bneighbou?r with the (?:most|fewest) \w+ of your\b",
    ),
    # Which of two may be tied.
    doubt(
        "a tie for which of them?",
        "say it of each",
        r"(?i)\b(?:most|fewest)\b[^.]*\b(?:most|fewest)\b[^.]*, or [^.;,]*\bif there (?:is|are) (?:a )?ties?\b",
    ),
    # Who is not one of those of whom it is asked.
    doubt(
        "nobody is both",
        "say of whom it is asked",
        r"(?i)\bwho (?:cast|did|has|have)\b[^.;]*(?:; if|, if| if) they (?:did not|didn['’]t|do not|don['’]t|have "
        r"not|haven['’]t)"
        r"(?= *(?:[.;,]|$))|\beach idle\b[^.;]*; if they (?:are|were) not\b"
        r"|\b(?:do not|don['’]t|does not|doesn['’]t) have the (?:most|fewest) \w+ of\b",
    ),
    # Who "you" is where somebody else has been spoken to: "Bad luck, neighbours! You lose 2 Stars."
    doubt(
        "who is spoken to, the caster or the others?",
        "leave out whom you call to",
        r"(?is)(?:^|[.!;] )[^.,;:!]*, (?:(?:my|dear|you) )?(?:every(?:one|body)|all(?: of you)?|folks|friends"
        r"|neighbou?rs|foes|rivals|enemies|opponents|others|people|wizards)(?: else| others)?(?=[!.] ).*"
        r"(?:\b(?:you|your|yourself)\b|[.!:;] (?:lose|gain|pay|give|swap|hand|take|get|drop|forfeit|receive)\b)",
    ),
    # Of all, or of those who have the most: "the three with the most Stars ..., and the two with the fewest".
    doubt(
        "of those, or of all Wizards?",
        "say: the two Wizards with the fewest Stars",
        r"(?i)\bthe (two|three|four|five|six|[2-9]) (?:\w+ )?with the (?:most|fewest)\b[^;]*"
        r"\bthe (?!\1\b)(?:one|two|three|four|five|[1-9]) with the (?:most|fewest)\b",
    ),
    # Who "them" is in what is said of spells by or at several.
    doubt(
        "who are they: those, or somebody named elsewhere?",
        "name them again",
        r"(?i)\b(?:spells?\b|cast by\b)[^.;,]*\b(?:neighbou?rs?|wizards)\b[^.;]*"
        r"\b(?:effect on|affect|(?:any|no)thing to|stars? (?:(?:less|more|fewer) )?from|give) them\b",
    ),
    # Who "they" cast it: who cast that spell, or whom it targets.
    doubt(
        "who cast this: whoever cast that spell, or whom it targets?",
        "say: cast by a Wizard who ..., or name the Wizard",
        r"(?i)\bspells?\b[^.;]*\btarget(?:s|ing)?\b[^.;]*\b(?:effect|instead)\b[^.;]*"
        r"\b(?:if|unless) they (?:cast|selected)\b(?! (?:it|that spell)\b)",
    ),
    # Who "they" are after those for each of whom the caster gains or loses.
    doubt(
        "those who were counted, or somebody else?",
        "name them again",
        r"(?:^|[.;:] )(?:You |The caster )?(?:[Gg]ain|[Ll]ose|[Pp]ay)s? [^.;]*\bfor (?:each|every) [^.;]*[.;] "
        r"(?:Then )?(?:They|Their)\b(?! each)",
    ),
    # Whose next, or whose neighbours, where those to whom it is paid stand in front.
    doubt(
        "next to you, or to each of those who are paid?",
        "say: each of them is paid by ...",
        r"(?i)(?:^|[.;:] )to (?:each|every)\b[^,.]*, [^.;]*"
        r"\b(?:(?:next|previous) wizard|(?:each|your|both) neighbou?rs?)\b",
    ),
    # Who is named first, where who is paid stands in front: "To the second Wizard, the first pays ... the latter has".
    doubt(
        "who is the former, and who is the latter?",
        "name the Wizard again",
        r"(?i)(?:^|[.,:;] )(?:to|from) [^.;]*, [^.;]*\bthe (?:former|latter)\b",
    ),
)
