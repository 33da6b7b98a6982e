"""How many, of what, and for each or in all."""

from pbp.spells.cutting.doubts.doubt import STARS, LeftOpen, doubt

_THAN_YOU = (
    r"\b(?:more|fewer|less|higher|lower|greater) (?:\w+ )?than (?:you|the caster|me|yourself)\b(?: "
    r"\w+){0,2}[,;(. ]+"
)
_PART = r"(?:all|half|(?:a|one) (?:third|quarter|half)|two thirds|the rest|everything|every one|the whole)"
_SOME = r"(?:neighbou?rs|Wizards|others|opponents|rivals|players|ones)"

AMOUNTS: tuple[LeftOpen, ...] = (
    # What is said of each of several, and then, after a semicolon, something that speaks of none of them.
    doubt(
        "what stands after the semicolon could happen once, or for each of them",
        "say it in two sentences",
        r"(?i)(?m)(?:^|[.•*]\s*)(?:for|consider|take|look at) (?:each|every)\b[^.;]*?[:,][^.;]*;\s*"
        r"(?!(?:if|otherwise|else|unless|when|where|should)\b)(?![^.;]*\b(?:that|those|they|them|their|theirs|such|each"
        r"|it|its)\b)[^.;\s]",
    ),
    # How much each of several has of what was told: "your neighbours gain 4 Stars, each of them two".
    doubt(
        "so much for each besides, or of what was said before?",
        "say only: each ...",
        r"(?i)\b(?:neighbou?rs|wizards|they|both of you|you both|you and [^.;,]+)\b[^.;,]*\b(?:gain|lose|pay"
        r"|receive|get)"
        r" \d+ \w+[,.;:] (?:so )?each (?:of them )?(?:(?:gets?|gains?|loses?|pays?) )?(?:one|two|three|four|five"
        r"|\d+)[.;)]",
    ),
    # Of which of two there are too few: "... pays you 3 Stars and loses 1 Crystal. If they have fewer, ...".
    doubt(
        "fewer of which of the two?",
        "say: fewer Stars, or fewer Crystals",
        r"(?i)\b(?:pays?|loses?|gives?)\b[^.;]*?(?-i:[A-Z])[a-z]+\b[^.;]*\band (?:pays?|loses?|gives?)\b[^.;]*[.;] "
        r"if (?:they|you|that Wizard) ha(?:ve|s) (?:fewer|less|too few|not enough)[.,;]",
    ),
    # The name of a column that may speak of a sum, or of each.
    doubt(
        "so much for each, or for all together?",
        "say: each of them loses 2 Stars",
        r"(?i)\|\s*(?:(?:the )?(?:total|sum)\b[^|\n]*|[^|\n]*\((?:in )?total\)[^|\n]*|[^|\n]*\bper wizard"
        r"|[^|\n]*\bfor each of them)\s*\|\s*\n",
    ),
    # What several lose "per Wizard": each of them so much, or so much for each Wizard that there is?
    doubt(
        "so much from each of them, or so much for each Wizard in the ring?",
        "say: each of them loses 1 Star; or: for each Wizard in the ring",
        r"(?i)\b(?:wizards|others|opponents|neighbou?rs|players|everyone|everybody|each|every|all)\b[^.;:]*"
        r"\bper (?:wizard|player)\b(?=\s*(?:[.;:,)]|$))"
        r"|\bper (?:wizard|player) (?:from|to|off|upon|on)\b[^.;:]*"
        r"\b(?:wizards|others|opponents|neighbou?rs|players|everyone|everybody|each|every|all)\b",
    ),
    # A line that begins with a dash and a number: a mark of a list, or a loss?
    doubt(
        "is the dash the mark of a list, or a minus?",
        "write: -2 Stars; or begin the line with *",
        r"(?m)^\s*[-–] \d+ \w+ (?:for|to) ",
    ),
    # For each one that is had, or that was lost?
    doubt(
        "for each that is had, or that was lost?",
        "say: for each Crystal you have",
        r"(?i)\bif (?:you|they) (?:still )?have any(?: left)?,[^.;]*\bfor each(?: one)?(?= *(?:[.;]|$))",
    ),
    # So many for each of those, or in all?
    doubt(
        "so many for each, or in all?",
        "say it of each by itself",
        r"(?i)\bfor (?:each|every) [^.;]*\b(?:wearing|with)\b[^.;]*, or \d+ (?:with|wearing)\b",
    ),
    # Whose they are now: do they go over, or is one number, or one colour, made that of the other?
    doubt(
        "does it go over to them, or become the same as theirs?",
        "say: the caster takes ..., or: ... becomes the caster's",
        r"(?im)(?:^|[.;•*]\s*)(?!if\b)[^.;:]*\b(?:is|are) now (?:the caster's|yours|mine)"
        r"(?! [a-z])(?![^.;]*\b(?:and|while)\b[^.;]*\b(?:other way|vice versa|theirs|chosen|target|that Wizard))",
    ),
    # Whether somebody could have more than themselves.
    doubt(
        "nobody has more, or fewer, than themselves",
        "leave out who counts",
        rf"(?i){_THAN_YOU}(?:"
        r"(?:and |including |with )?(?:you|yourself|the caster|I|me)\b(?! (?:do|does|are|is) not)"
        r"[^.;,()]*?(?:\bcounts?\b|\bincluded\b|\btoo\b)(?! not)"
        r"|(?:including|counting) (?:you|yourself|the caster|me)\b)",
    ),
    # Whether each of several is paid all, or a share of it.
    doubt(
        "is each of them paid all of this, or a share?",
        "say: to each neighbour",
        rf"(?i)\b{_PART}(?: of)? (?:the |of )?(?:your|my|their|his|her|its|(?:the )?[\w ]*?'s|the) ?(?:\w+ )?{STARS}\b"
        rf"(?:(?! each\b)[^.;:|])*?\bto (?!each\b|every\b)(?:[\w']+ ){{0,4}}?(?:{_SOME}|everyone|everybody|them"
        r"|whoever)\b"
        r"(?! each)"
        rf"|\b{_SOME} (?:get|receive|take|are given|steal|are paid) {_PART}(?: of)? [^.;:|]*{STARS}",
    ),
    # As one of them, or as each of them?
    doubt(
        "as one of them has, or as each of them?",
        "say: as at least one of ..., or: as each of ...",
        r"(?i)(?<!at least )(?<!at most )\b(?:as many (?:\w+ )?|the same (?:number|amount) of \w+ )as (?:any|either"
        r"|some)\b"
        r"|\b(?:(?:more|fewer|less|higher|lower) (?:\w+ )?|(?:richer|wealthier|poorer|better off|worse off) (?:in"
        r" \w+ )?)than (?:either|any (?:one|single))\b"
        r"|\b(?:beat|surpass|outdo|outnumber|exceed|ahead of|behind|above|below)(?:e?s)?"
        r" (?:(?:those|that) of )?(?:either|any (?:one|single)) (?:of your )?neighbours?\b"
        r"|\blevel with (?:either|any|some)\b[^.;,]* in \w+",
    ),
    # So many Stars, or so many of those who are counted?
    doubt(
        "so many Stars, or so many of those who are counted?",
        "say: counting no more than 3 of them",
        rf"(?i)\b(?:[2-9]|\d\d|two|three|four|five) {STARS} for (?:each|every) [^.;]*?"
        r"\b(?<!counting )(?:at most|no more than|not more than|up to|(?:a )?maximum(?: of)?) \w+ of (?:them|these"
        r"|those)\b",
    ),
    # So many, or at least so many?
    doubt(
        "exactly so many, or at least?",
        "say: if they have fewer than 3",
        r"(?i)(?<!nothing )(?<!fewer )(?<!even )\bif (?:(?! if\b)[^.;,()])*\b(?:do|does)(?: not|n['’]t) have that "
        r"many\b"
        r"(?!,? (?:as many|all|what|they pay|you pay|pays?|nothing))"
        r"|\b(?:neither|nobody|no one|none|unless \w+) (?:of them )?(?:has|have) that many\b"
        r"|\bor \d+ if [^.;,]* (?:has|have) that many\b|\bunless [^.;,]* (?:has|have) that many\b",
    ),
    # As many as whom, or as what?
    doubt(
        "as many as whom, or as what?",
        "say: as many as ...",
        r"(?i)\b(?:each|everyone|everybody|any|anyone|whoever|all|those|who|if you)\b[^.;,]*"
        r"\b(?:with|has|have) (?:just |exactly |equally |half |twice )?as many\b(?! (?:\w+ )?as\b)(?= \w+s\b|[.,;]|$)",
    ),
    # How many there are, or how many did what was asked?
    doubt(
        "how many there are, or how many did that?",
        "say again what they did",
        r"(?i)\bif (?:exactly |only |at (?:least|most) |fewer than |more than )?(?:one|two|three|no|\d+) (?:other )?"
        r"(?:wizards?|neighbou?rs?), (?:(?:you|they|each|everyone|the \w+) )?(?:then )?(?:gain|lose|pay|steal)s?\b"
        r"|[.?!] (?:exactly )?(?:nobody|no one|not one|neither|one|two)(?: other)?(?: wizards?| neighbou?rs?)?"
        r"(?: at all)?\?"
        r"|[.?!] no(?: other)? (?:wizards?|neighbou?rs?)(?: at all)?\?",
    ),
    # At least so many are lost, or are left?
    doubt(
        "are at least so many lost, or left?",
        "say: but not below 3",
        r"(?i)\bloses?\b[^.;]*,? (?:but|though|yet) (?:not|never|no) (?:less|fewer) than (?:[1-9]|one|two|three)",
    ),
    # Instead, or besides?
    doubt(
        "instead of that, or besides?",
        "say: 1 Star instead",
        r"(?i)\b(?:whenever|would|each time|occasion)\b[^.;]*\b(?:lose|gain)s? (?:\d+|one|two) (?:stars?|crystals?) "
        r"only\b",
    ),
    # Which of them is rounded?
    doubt(
        "which of them is rounded?",
        "say it beside each",
        r"(?i)\b(?:half|third|quarter)\b[^.;]*\b(?:half|third|quarter)\b[^.;]*\bsuch half being\b"
        r"|\b(?:third|quarter)\b[^.;]*\bsuch half being\b",
    ),
    # Besides, or instead?
    doubt(
        "besides that, or instead?",
        "say: also; or: instead",
        r"(?i)\b(?:everyone|everybody|every wizard|each wizard|all wizards|each neighbou?r|your neighbours) loses? "
        r"\d+ \w+,"
        r" (?:and )?(?:wizards|idle|the caster|those|all)\b[^.;]*\bloses? \d",
    ),
    # Whether what was rolled is the result, or what was counted.
    doubt(
        "is the result what was rolled, or what was counted?",
        "say: the number rolled",
        r"(?is)\broll\b.*\bcount (?!as\b)[^.]*[.,;].*\bthe result\b|\bcount (?!as\b).*\broll\b.*\bthe result\b",
    ),
    # How many of what is gained for it.
    doubt(
        "how many of what is gained?",
        "say: gain 3 Stars",
        r"(?i)\b(?:lose|pay|give up|give|discard)s? (?:one|all|it|them|both|half)(?: of (?:it|them|these|those))?,? and"
        r"(?: \w+)? (?:gain|get|receive)s? (?:\d+|two|three|four|five)(?=[.,;:]|$)",
    ),
    # Exactly so many more, or at least?
    doubt(
        "exactly so many more, or at least?",
        "say: at least 3 more Stars than",
        r"(?i)\b(?:has|have|with|having) (?:\d+|one|two|three|four|five) "
        rf"(?:{STARS} (?:more|fewer|less)|(?:more|fewer) {STARS}) than\b"
        r"(?! (?:before|now|otherwise|usual|(?:they|you|it) (?:did|had|were|otherwise|would|normally)))",
    ),
    # So many for each of them, or in all: "1 Star for each Wizard who cast Burn, or 2 if your Hat is Red".
    doubt(
        "so much for each, or in all?",
        "say: 2 Stars for each ... instead",
        r"(?i)\b(?:for (?:each|every)|per)\b[^.;]*?"
        r"(?:,? (?:or|but)| \((?:or|but)?|,)(?: only| just| even)? ?(?:\d+|one|two|three|four|five)"
        rf"(?: {STARS})?,? (?:if|when|unless|where)\b(?! (?:they )?both\b| all\b)",
    ),
    # Whether that is gained as well, or had by those who are counted: "for each Wizard with a Red Hat and 2 Crystals".
    doubt(
        "is this gained as well, or had by those who are counted?",
        "say it in two sentences",
        r"(?i)\b(?:for (?:each|every)|per|(?:number|amount) of|there are)\b[^.;,:•|]*"
        r"\b(?:with|without|has|(?<!you )have|having|had|wears?|wearing|carry|carries|carrying|owns?|owning|holds?"
        r"|holding"
        r"|lacks?|lacking|lost|gained|paid)\b[^.;,:•|]* (?:and(?: also)?|as well as|along with|plus) (?:\d+|DICE\d+"
        r"|an?|one|two|three|four|five|another|all your|(?:twice |half )?as many|half(?: of)? your)(?: more)? "
        rf"{STARS}(?= *[.;,:()•]|$| (?:if|unless|when|where|provided|instead|too|as well|and|but)\b)",
    ),
    # As many as was named, or as was made of it: "gain twice that many Stars and lose that many Crystals".
    doubt(
        "which of the two numbers is that many?",
        "name the number",
        r"(?i)\b(?:half|twice|double|thrice|third|quarter) (?:of )?(?:that|this|as) many\b(?! \w+ as\b)(?! "
        r"as\b)[^.;:•]*"
        r"\b(?:gain|lose|pay|steal|get)s? (?:that many|as many|the same number)\b(?! (?:\w+ )?as\b)",
    ),
    # As many as somebody has, or as many as they have just lost: "Lose 5 Stars. The next Wizard loses as many as you".
    doubt(
        "as many as they have, or as they lose or gain?",
        "say: as many Stars as you have",
        r"(?i)(?:^|[.;:•]\s*)(?![^.;]*\b(?:whenever|each time|every time)\b)[^.;]*"
        r"\b(?:lose|gain|pay)s?\b[^.;]*(?:[.;,]| and) [^.;]*\b(?:(?:lose|gain|pay|get|receive)s?|or) "
        r"(?:(?:twice|half) )?as many"
        r"(?: Stars| Crystals)? as (?:you|them|they|that wizard|the (?:chosen|named) wizard)(?= *(?:[.;,(]|$|if\b))",
    ),
    # Which of two numbers is that many: "Lose that many Stars, or 3 if you cast Burn. The next Wizard gains as many".
    doubt(
        "as many as in one case, or as in each?",
        "name the number",
        r"(?i), (?:or|but) (?:only |just )?\d+ if\b[^.;]*[.;] (?:[^.;]* )?(?:as many|that many)\b(?! (?:\w+ )?as\b)"
        r"|, or (?:twice|half|double) that\b(?! many)",
    ),
    # Of what somebody lost as many: "Lose all your Crystals. They gain as many Stars as you lost".
    doubt(
        "as many as were lost here, or in this Duel?",
        "say: that many Stars",
        r"(?i)\b(?:lose|pay)s?\b[^.;]*\bCrystals\b[^.;]*[.;,] [^.;]*"
        r"\bas many Stars as (?:you|they) (?:lost|paid)\b(?! this)",
    ),
    # Half of what: of the number just named, or of what they have.
    doubt(
        "half of that, or of what they have?",
        "say: half of their Stars, or name the number",
        r"(?i)\b(?:one|two|three|four|five|\d+)\b[^.;]*, (?:otherwise|else) half(?= *(?:[.;]|$))",
    ),
    # Which of two results a number is off by.
    doubt(
        "by how much is it off: of which result?",
        "say: the difference between your number and the sum of the two results",
        r"(?is)\b(?:twice|two dice|2 dice)\b.*\boff by\b",
    ),
    # As many as did it, or as many as were gained: "If exactly one Wizard did, gain 2. If more did, lose that many".
    doubt(
        "as many as did, or as were named before?",
        "say: as many Stars as Wizards cast it",
        r"(?i)\bif (?:more|several|others|two or more)(?: of them)? (?:did|do|have|were|are)\b[^.;]*\bthat many\b",
    ),
    # At least so much for each, or in all.
    doubt(
        "at least so much for each, or in all?",
        "say it in two sentences",
        r"(?i)\bfor (?:each|every)\b[^.;]*\bat least \d+(?: Stars?| Crystals?)? for (?:each|every)\b",
    ),
    # Whether several lose so many each, or all of them together.
    doubt(
        "so many of each, or of all of them together?",
        "say how many each of them loses",
        r"(?i)\bthey (?:both |all |then |also )*(?:lose|gain|pay|steal) [^.;:,]*"
        r"\b(?:together|between (?:them|the two)|in all|in total|altogether|combined|a total of)\b",
    ),
    # One of what: a Star, or the thing that was named.
    doubt(
        "one Star, or one of those things?",
        "name the thing",
        r"(?i)\botherwise,? (?:they|you) (?:gain|get|lose|pay)s? one(?= *(?:[.;,]|$))",
    ),
    # An odd number of what, or an odd position.
    doubt(
        "an odd number of what?",
        "name the thing, or say: in an odd position",
        r"(?i)\b(?:Stars?|Crystals?)\b[^.]*\b(?:if|unless|who) (?:(?:they|you) )?ha(?:ve|s) an (?:odd|even) "
        r"number(?= *(?:[.;,]|$))",
    ),
    # As many as one of them has, or as each of them.
    doubt(
        "as one of them has, or as each of them?",
        "say: as each of their neighbours",
        r"(?i)\bas many (?:Stars|Crystals) as any(?:one|body) (?:next to|beside)\b",
    ),
    # For each of which of them, or if who has it: "lose 1 Star for each of them, or 2 for each if they have a Red Hat".
    doubt(
        "for each of which of them, or if which of them?",
        "say it in two sentences",
        r"(?i)\bfor (?:each|every)\b[^.;]* and \w+ [^.;]*\bfor (?:each|every)\b[^.;]*\b(?:or|but) \w+ (?:\w+ )?"
        r"for each (?:if|unless|when)\b"
        r"|\bfor (?:each|every)\b[^.;]*\b(?:or|but) \w+ (?:\w+ )?for each (?:if|unless|when) they\b",
    ),
    # Of which of two losses the bound is that stands behind them both.
    doubt(
        "is this of both losses, or of the last?",
        "say it of each loss",
        r"(?i)\blos(?:e|es) (?:\w+ ){1,3}\w+,? (?:and|then) (?:then |also |you )*los(?:e|es) (?:\w+ ){1,3}\w+"
        r"(?:,| \(|,? but) ?(?:to a min|min|this (?:can|may|never)|(?:but )?(?:not|never|no) (?:below|under|lower))",
    ),
    # Whether a thing stays as it is, or there is none of it: "your Hat becomes Red; otherwise, none".
    doubt(
        "does it stay as it is then, or is there none?",
        "say: otherwise, nothing changes",
        r"(?i)\b(?:becom|turn(?!s? out)|chang|swap|considered|paint|dye|(?:get|give|receive|gain|take)s?"
        r" (?:an?|the|your)\b)[^.;]*[.;,(]?\s*(?:and |but )?(?:otherwise|else|if not|no:),?:?\s*none\b",
    ),
    # Whether a reward is the gain that was named before, or one more: "you gain 2 Stars. Your reward is 2 Stars."
    doubt(
        "is this what was said before, or more?",
        "say it once; or: you gain 2 Stars more",
        r"(?is)\b(?:gain|get|receive|win|earn|take)s?\b.*(?:\byour|['’]s) (?:reward|gain|prize|bonus) is [\w ]+"
        r"\b(?:Star|Crystal)"
        r"|\b(?:lose|pay)s?\b.*(?:\byour|['’]s) (?:penalty|loss|fine) is [\w ]+\b(?:Star|Crystal)",
    ),
    # Whether what it costs is the loss that was named before, or one more.
    doubt(
        "is this the loss before, or one more?",
        "say: they lose 3 Stars instead; or: 3 more",
        r"(?i)\b(?:lose|pay)s?\b[^.]*[.;,] [^.;]*\b(?:it|this|that) costs (?:them|you|the|each|every|that)\b",
    ),
)
