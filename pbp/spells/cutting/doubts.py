"""Turns of phrase that leave something open, or deny what they stand beside, wherever they stand in a text.

Each is a pattern of the text with what is asked back; `checks.CHECKS` takes them. What only a tree can tell
is asked in `refer`.
"""

from __future__ import annotations

import re

_STARS = r"(?:Stars?|Crystals?)"
_YOUR_OWN = r"(?:your|my|the caster's|his|her|their|both|both of your|the|the two|those|these)(?: two| own| adjacent)*"
_FLOOR_IF = re.compile(
    r"(?i)\b(?:(?:but|though|and|yet)?,? ?"
    r"(?:not|never|no (?:lower|further|less|fewer)(?: than)?|to a minimum of|down to)(?: (?:below|under|than|to))*)"
    rf" (?:\d+|zero|one|two|three|none)(?: {_STARS})?,? "
    r"(?:unless|if|except (?:if|when|where)|provided|when|where(?! \w (?:is|=|are)\b)|as long as)\b"
)
"""Whether a condition is one of the loss, or of what the loss leaves."""
_BOUND_IF = re.compile(
    rf"(?i)(?:(?:, |\bbut |\b{_STARS} )(?:but |and )?(?:at (?:most|least)|(?:no|not|never) more than|only up to|up to"
    rf"|to a (?:maximum|limit) of|(?:capped|limited) (?:at|to)) (?:\d+|zero|one|two|three|four|five)(?: {_STARS})?"
    r"|, rounded (?:up|down)|,? (?:except|but not|excluding|not counting) (?:you|the caster|yourself)"
    r"|, and (?:(?:exactly|just|only) )?(?:(?:twice|half|three times|double) )?(?:as many|that many|the same number of)"
    r"(?: Crystals| Stars)?(?: \(rounded (?:up|down)\))?)"
    r"(?:,? or (?:\d+|\w+))? (?:if|unless|except (?:if|when)|provided|when|where(?! \w (?:is|=|are)\b)|as long as)\b"
    r"(?! able| necessary| needed)"
)
"""Whether a condition is one of the whole, or of how many at most, of how it is rounded, of who is left out."""
_ONCE_DONE = re.compile(
    r"(?i)\b(?:if|unless|whoever|who|when|where|otherwise)\b[^.;:]*[.;] (?:and |then,? )*"
    r"(?:once|after|when|as soon as) (?:all )?(?:that|this|it) "
    r"(?:(?:is|has been|was) (?:done|over|finished|complete)|has happened)\b"
)
"""Whether what follows hangs on the condition as well."""
_UNLESS_THEN = re.compile(
    r"(?i)(?<!^)(?<![.;:•] )\b(?:unless|except (?:if|when)|but not (?:if|when))\b[^.;:\n]*[.;,] ?(?:and |but )?then\b"
)
"""Whether that is so in that case, or after all this."""
_ONE_OF_WHAT = re.compile(
    r"(?i)(?:(?<!tied, )(?<!tie, )\b(?:choose|pick|select) (?:any )?one at random *[:;•\n]"
    r"|^(?:choose|pick|select) (?:any )?one at random *\.)"
)
"""Of what one is drawn."""
_YOU_EACH_PAY = re.compile(
    r"(?i)\b(?:you (?:both|each)|(?:both|each) of you|the two of you) (?:pay|give|hand|steal|take)\b[^.;]*"
    r"\b(?:your|both|the next|the previous|a random|(?:each|every|either|a) (?:of (?:your|the) )?neighbou?rs?)\b"
)
"""Whose neighbours, or who is next to whom, where two do it."""
_THEM_OF_TWO = re.compile(
    r"(?i)(?:; ?(?:and )?[^.;,:]+, \d+(?: (?:Stars?|Crystals?))?"
    r"|\b(?:but|only) (?:(?:\d+|up to \d+) from |to )?(?:those|the ones) (?:who|with|without|whose)\b[^.;]*)"
    r"[.;] (?:[^.;]* )?(?:they|them|those|these)\b(?! (?:who|with|without|whose|targeted))"
)
"""Of whom "they" is said after two groups."""
_ELLIPTIC_DO = r" (?:do|does)(?: not|n['’]t)?(?= *[.,;]| (?:lose|gain|pay|get|receive)s?\b)"
_PRESENT_DO = re.compile(
    rf"(?i)\b(?:(?:if (?!you\b)|unless )[^.;]*\b(?:cast|targeted|selected)\b[^.;]*[.;] (?:and |then,? )?(?:if|unless) "
    rf"you{_ELLIPTIC_DO}"
    r"|(?:if|unless) [^.;]*\b(?:cast|targeted|selected)\b[^.;]*[.;] (?:(?:and |then,? )?(?:if|unless) "
    r"(?:they|neither(?: of (?:them|you))?|both(?: of (?:them|you))?|either|that wizard|none|nobody)"
    rf"|[^.;]*\b(?:who|whoever)){_ELLIPTIC_DO}|same\b[^.;]*[.;] [^.;]*\bneighbou?rs? who{_ELLIPTIC_DO})"
)
"""What somebody does now: what was asked, or what was told to happen?"""
_SPARED_THEN = re.compile(
    r"(?i)(?:\b(?:do not|does not|don['’]t|doesn['’]t) (?:have|need) to\b|\bneed not\b"
    r"|\b(?:are|is) not affected(?= *[.,;]| by (?:this|it|that)\b)"
    r"|\b(?:los|pay|gain|get)e?s? (?:none|nothing|no (?:Stars|Crystals))\b(?! from)|\bdoes not apply to\b"
    r"|, (?:except|save|but not)(?: for)? (?:those|the ones|(?:the |any )?(?:wizards|neighbours) (?:who|with)"
    r"|your neighbours))"
    r"[^.;]*[.;] (?:[^.;]* )?(?:they|them|those|neither|both)\b(?! (?:who|with|without|whose|in)\b)"
)
"""Of whom that is said: of those who are spared, or of the others?"""
_UNLESS_WHO_DID = re.compile(
    r"(?i)\b(?:each|every|all|any)\b[^.;,]*\b(?:with|who|whose|wearing|in)\b[^.;,]*,? unless they\b[^.;]*[.;] "
    r"(?:[^.;]* )?who (?:did|do|does)\b"
)
"""Of these, or of all who did?"""
_IF_ANY_EACH = re.compile(
    r"(?i)\bif (?:you|they) (?:still )?have any(?: left)?,[^.;]*\bfor each(?: one)?(?= *(?:[.;]|$))"
)
"""For each one that is had, or that was lost?"""
_ANYONE_ALSO = re.compile(
    r"(?i)\b(?:neighbou?rs?|other wizards?|who|with|wearing)\b[^.;]*[.;] "
    r"(?:any(?:one|body)|whoever|every(?:one|body)|(?:each|every|any) wizard|all wizards) (?:(?:who|that) )?also\b"
)
"""Anyone of these, or anyone at all?"""
_ELSE_OF_TWO = re.compile(
    r"(?i)[.;][^.;]*[.;] (?:and )?(?:every(?:one|body) else|all the rest|the rest|the others|all others)[^.;]*"
    r"\b(?:you|the caster) (?:included|too|as well)\b"
)
"""Who is left out: those of the sentence before, or of both?"""
_LABEL_BUT_IF = re.compile(
    r"(?i)(?:^|[•\n] *)[\w'’ ]+: (?:lose|gain|pay|get)s?\b[^.;:]*, (?:but|and) (?:lose|gain|pay|get)s?\b[^.;:,]* "
    r"(?:if|unless)\b"
)
"""Whether both have the condition."""
_WHO_CAST_IT_THEN = re.compile(r"(?i)\bin the previous Duel,? but not in this one\b[^.;]*\bwho cast it\b")
"""Who cast it then, or now?"""
_THAT_ONE_OF = re.compile(r"(?i)\bone of (?:their|his|her) neighbou?rs,[^.;]*\bthat one\b")
"""Which of the two is that one?"""
_SO_OR_NEITHER = re.compile(
    r"(?i)\bimmune\b[^.;]*[.;,] (?:and )?(?:neither|nor)\b"
    r"|\b(?:not affected|(?:cannot|can['’]t) \w+ \w+)\b[^.;]*[.;,] (?:and )?so (?:are|is|do|does|can)\b"
)
"""The same, or the opposite?"""
_OR_SO_MANY_WITH = re.compile(r"(?i)\bfor (?:each|every) [^.;]*\b(?:wearing|with)\b[^.;]*, or \d+ (?:with|wearing)\b")
"""So many for each of those, or in all?"""
_LEFT_OUT_WHO = re.compile(
    r"(?i)\b(?:except|excepting|but|other than|apart from|aside from|besides|save|excluding|bar|barring)(?: for)? "
    rf"(?:(?:and )?(?:you|the caster|your) (?:and|or) )?(?:{_YOUR_OWN} neighbou?rs"
    r"|(?:those|the (?:two )?Wizards|Wizards|the ones) (?:next|adjacent) to \w+"
    r"|the (?:next|previous|chosen|named|selected|targeted|first|second)(?: (?:chosen|named))? (?:Wizard|one|neighbour)"
    r"|the Wizard (?:\d|next to|before|after|behind|in front of|beside)[^,.;:()]*?|your (?:next|previous) neighbour"
    r"|the (?:target|victim)) (?:who|whose|that|which|without|with(?! the (?:most|fewest|highest|lowest|least)))\b"
)
"""Whether it is said of who is left out, or of everybody else."""
_FOR_EACH_NEIGHBOUR = re.compile(
    rf"(?i)(?:^|[^\w])(?:{_YOUR_OWN} neighbou?rs|(?:the )?(?:Wizards|two) (?:next|adjacent) to you|they|you both"
    rf"|both of you)\b[^.;,]*\bfor (?:each|every|any) (?:neighbou?r|adjacent Wizard)\b(?! of\b| to\b)"
)
"""Whose neighbours are counted for several."""
_SO_PASSIVE = re.compile(
    r"(?i)\b(?:is|are|was|were|been|be|being|gets?|got) targeted\b[^.;]*[.;,][^.;]*"
    r"(?:\b(?:do|does|did|done) (?:so|the same)\b|\b(?:does|did)[,.;])"
)
"""What somebody does who "does so" where the other was targeted: is targeted, or targets?"""
_APART = r"\bas (?:a|an|another) (?:(?:separate|further|second|additional|extra|new|different) )?"
_TO_ITS_VERB = r"(?: of (?:its|their) own)?,? (?:(?!\b(?:VERBS)\b)[^.;,:•])*\b"
_OTHER_FLOW = re.compile(
    rf"(?i){_APART}(?:"
    rf"(?:loss|penalty|payment){_TO_ITS_VERB.replace('VERBS', 'loses?|pays?')}"
    r"(?:gains?|gets?|receives?|becomes?|swaps?)"
    rf"|(?:gain|payment|reward){_TO_ITS_VERB.replace('VERBS', 'gains?|gets?|receives?|pays?')}"
    r"(?:loses?|becomes?|swaps?)"
    rf"|payment{_TO_ITS_VERB.replace('VERBS', 'pays?')}(?:gains?|loses?))\b"
)
"""What is called a loss and is none."""
_THAN_YOU = (
    r"\b(?:more|fewer|less|higher|lower|greater) (?:\w+ )?than (?:you|the caster|me|yourself)\b(?: \w+){0,2}[,;(. ]+"
)
_COUNTS_SELF = re.compile(
    rf"(?i){_THAN_YOU}(?:"
    r"(?:and |including |with )?(?:you|yourself|the caster|I|me)\b(?! (?:do|does|are|is) not)"
    r"[^.;,()]*?(?:\bcounts?\b|\bincluded\b|\btoo\b)(?! not)"
    r"|(?:including|counting) (?:you|yourself|the caster|me)\b)"
)
"""Whether somebody could have more than themselves."""
_PART = r"(?:all|half|(?:a|one) (?:third|quarter|half)|two thirds|the rest|everything|every one|the whole)"
_SOME = r"(?:neighbou?rs|Wizards|others|opponents|rivals|players|ones)"
_TO_SEVERAL = re.compile(
    rf"(?i)\b{_PART}(?: of)? (?:the |of )?(?:your|my|their|his|her|its|(?:the )?[\w ]*?'s|the) ?(?:\w+ )?{_STARS}\b"
    rf"(?:(?! each\b)[^.;:|])*?\bto (?!each\b|every\b)(?:[\w']+ ){{0,4}}?(?:{_SOME}|everyone|everybody|them|whoever)\b"
    r"(?! each)"
    rf"|\b{_SOME} (?:get|receive|take|are given|steal|are paid) {_PART}(?: of)? [^.;:|]*{_STARS}"
)
"""Whether each of several is paid all, or a share of it."""

_AS_ANY = re.compile(
    r"(?i)(?<!at least )(?<!at most )\b(?:as many (?:\w+ )?|the same (?:number|amount) of \w+ )as (?:any|either|some)\b"
    r"|\b(?:more|fewer|less|higher|lower) (?:\w+ )?than (?:either|any (?:one|single))\b"
)
"""As one of them, or as each of them?"""
_SO_MANY_OF_THEM = re.compile(
    rf"(?i)\b(?:[2-9]|\d\d|two|three|four|five) {_STARS} for (?:each|every) [^.;]*?"
    r"\b(?<!counting )(?:at most|no more than|not more than|up to|(?:a )?maximum(?: of)?) \w+ of (?:them|these|those)\b"
)
"""So many Stars, or so many of those who are counted?"""
_NOT_THE_ONLY = re.compile(r"(?i)(?:\bnot|n['’]t) the (?:only|sole) (?:one|Wizard|neighbour|player)\b")
"""Whether somebody is one of several, or perhaps none of them."""

_YOUR_OF_BOTH = re.compile(
    r"(?i)\b(?:you and [^.;,|\n]*?|[\w' ]+ and you|both of you|you both|you each|each of you)(?: each| both)?"
    r" (?:shall |must |will )?(?:lose|gain|pay|get|receive)s?\b"
    r"[^.;,|\n]*?\b(?:half|thirds?|quarter|all|twice|double|equal to|for each|for every|per|as)\b"
    r"(?: of| the number of| many \w+ as| many as| one of| as)*(?: all)?"
    rf" (?:your (?:own )?{_STARS}|your (?:own )?neighbou?rs?|{_STARS} (?:that )?you have)\b"
)
"""Whether "your" is of the caster, or of each of those spoken to."""

_SO_MANY_MORE = re.compile(
    r"(?i)\b(?:has|have|with|having) (?:\d+|one|two|three|four|five) "
    rf"(?:{_STARS} (?:more|fewer|less)|(?:more|fewer) {_STARS}) than\b"
    r"(?! (?:before|now|otherwise|usual|(?:they|you|it) (?:did|had|were|otherwise|would|normally)))"
)
"""Exactly so many more, or at least?"""

_ROLL_OR_COUNT = re.compile(
    r"(?is)\broll\b.*\bcount (?!as\b)[^.]*[.,;].*\bthe result\b|\bcount (?!as\b).*\broll\b.*\bthe result\b"
)
"""Whether what was rolled is the result, or what was counted."""
_DRAWN_FOR_EACH = re.compile(
    r"(?i)\btargets? (?:a|another|one) random [^.;]*\binstead,? (?:unless|if|provided|except)\b[^.;]*\bthat\b"
)
"""A Wizard is drawn for each spell that is moved: none of them is "that Wizard" before."""
_LOSE_ONE_GAIN = re.compile(
    r"(?i)\b(?:lose|pay|give up|give|discard)s? (?:one|all|it|them|both|half)(?: of (?:it|them|these|those))?,? and"
    r"(?: \w+)? (?:gain|get|receive)s? (?:\d+|two|three|four|five)(?=[.,;:]|$)"
)
"""How many of what is gained for it."""

_OF_EACH = re.compile(
    r"(?i)(?:^|[.•*]\s*)(?:for|consider|take|look at) (?:each|every)\b[^.;]*?[:,][^.;]*;\s*"
    r"(?!(?:if|otherwise|else|unless|when|where|should)\b)(?![^.;]*\b(?:that|those|they|them|their|theirs|such|each"
    r"|it|its)\b)[^.;\s]",
    re.MULTILINE,
)
"""What is said of each of several, and then, after a semicolon, something that speaks of none of them."""
_WHO_ELSE = re.compile(
    r"(?is)\b(?:is|are|means?|called|:)\s[^.;:]*\b(?:wizards?|neighbou?rs?|anyone|anybody|everyone"
    r"|whoever)\b[^.;:]*[.;,]\s"
    r"(?:and )?[^.;:]*(?:\b(?:is|are|means?)|:) (?:(?:any|another|each|every|all|an)(?: the)? other (?:wizards?"
    r"|neighbou?rs?|ones?)"
    r"|(?:any|every)(?:one|body) else|all(?: of)? the (?:others|rest))(?=[.;\n]|$)"
)
"""Other than whom: "a suspect is a Wizard who cast Burn; a bystander is any other Wizard"?"""
_ITEM_BESIDE = re.compile(
    r"(?i)\bif\b(?![^.;\n]*\(a\)\s*(?:\w+ ){0,3}(?:gain|lose|pay)s?\b)[^.;\n]*\b(?:gain|lose|pay)s?\b[^.;\n]*"
    r"\band \([b-h]\)\s*(?:\w+ ){0,3}(?:gain|lose|pay|become|swap)s?\b"
)
_CAST_ANYWAY = re.compile(
    r"(?i)\bif\b[^.;\n]*\bcasts?\b[^.;\n]*\b(?:whatever|whichever|no matter wh\w+)\b[^.,;\n]*\bcasts?\b"
)
"""How far does the condition reach?"""
_TARGETED = re.compile(
    r"(?is)\b(?:targets|(?:is|are|was|were|being|be) targeted)\b.*\bthe (?:targett?ed (?:wizard|position|one)"
    r"|(?:one|wizard|position) targett?ed(?! by)|(?:original|former|previous|first|old) target)\b"
)
"""Who "the targeted Wizard" is: the one of the Inputs, or the one whom a spell was said to target."""
_ALSO_IF = re.compile(r"(?i)(?<=[a-z0-9\"]),? (?:and )?also (?:if|when|where) (?!(?:you|they|it|that \w+) had\b)")
"""What comes beside a condition: another case, or one thing more that must be so?"""
_SHARED_OUT = re.compile(
    r"(?i)\b(?:neighbou?rs|wizards|they|both of you|you both|you and [^.;,]+)\b[^.;,]*\b(?:gain|lose|pay|receive|get)"
    r" \d+ \w+[,.;:] (?:so )?each (?:of them )?(?:(?:gets?|gains?|loses?|pays?) )?(?:one|two|three|four|five|\d+)[.;)]"
)
"""How much each of several has of what was told: "your neighbours gain 4 Stars, each of them two"."""
_EACH_OTHER = re.compile(
    r"(?i)\bfor (?:each|every) (?!other)[^.;]*? for (?:each|every) other wizard\b"
    r"|\bnumber of wizards who [^.;]*\bnumber of other wizards\b"
    r"|\b(?:from|to) (?:each|every|all|both|your) (?!other)[^.;]*?"
    r" (?:from|to) (?:each|every|all|all the|the) other wizards?\b"
)
"""Other than the caster, or than those before."""
_RESULT_OF = re.compile(
    r"(?is)\broll DICE\d+\b.*\b(?:is|are|called|means) [^.;]*\b(?:if|when|with|who|one)\b[^.;]*\bthe (?:result|roll)\b"
    r"[^.;]*[.;].*\broll DICE\d"
)
_CUT_SHORT = re.compile(
    r"(?i)\b(?:is|are|be|called) (?:an? )?[a-z-]+(?: \w+)?,? (?:if|when|unless) (?:they|you|it|that \w+|the [\w ]+?) "
    r"(?:did|do|does|is|are|has|have|was|were)(?: not|n't)?[.;]"
    r"|\b(?:is|means) (?:an?|one|anyone|any) (?:\w+ )?(?:who|that) (?:did|do|does|is|are|has|have)(?: not|n't)[.;]"
)
"""What a word means where its condition leaves out what: "a Wizard is cold if they did not."."""
_BUT_NOT = re.compile(
    r"(?i)\b(?:targeted|targets|cast [^.;,]*? on|more \w+ than|fewer \w+ than) (?:you|the|your|an?)\b[^.;,]*?"
    r",? (?:but|and) not (?:you|the|your|an?|me)\b(?! (?:targeted|targets?|cast))"
)
"""Whom somebody did not target as well, or who is left out: "targeted the first Wizard but not the second"."""
_BUT_YOU = re.compile(r"(?i)\bif (?:they|it)\b[^.;]*, but (?:you are|the caster is|I am) not\b")
_THAN_OTHERS = re.compile(r"(?i)\bmore [^.;]{1,60} than other (?:wizards|ones)\b")
_OF_TABLE = re.compile(
    r"(?im)^\|.*\|[ \t]*\n+(?!\|)[ \t]*(?:(?:and|also|then|besides|moreover|in addition|on top of that),? )*"
    r"(?:(?:that|these|those) wizards?|they|them|their|those|these(?! rows| lines)"
    r"|(?:each|all|both|one) of (?:them|these)"
    r"|the other (?:wizard|neighbou?r))\b"
)
"""Of whom a sentence speaks behind a table."""
_IN_TOTAL = re.compile(
    r"(?i)\|\s*(?:(?:the )?(?:total|sum)\b[^|\n]*|[^|\n]*\((?:in )?total\)[^|\n]*|[^|\n]*\bper wizard"
    r"|[^|\n]*\bfor each of them)\s*\|\s*\n"
)
"""The name of a column that may speak of a sum, or of each."""
_FOR_EACH_NEAR = re.compile(
    r"(?i)(?:^|[.;:•]\s*)for (?:each|every) (?:adjacent wizard|neighbou?r)\b(?! of\b)[^,.;]*,"
    r"\s+(?:each|every|all|any|whoever)\b"
)
"""Whose neighbour: of the caster, or of each of those?"""
_NOT_THE_CASE = re.compile(
    r"(?i)\bit (?:is|was) not (?:the case|so|true) that\b(?:[^.;,()]|,(?= (?:and|or)))*"
    r"\b(?:and|or)\b(?! it (?:is|was) not)"
)
"""How much is not so?"""
_NOT_BOTH = re.compile(
    r"(?i)\b(?:(?:do|does|did)(?: not|n['’]t) have|without|lacks?|lacking)\b[^.;:•?]*?"
    r"(?:,| or)(?: or)? (?:an?|\d+|DICE\d+|at (?:least|most)|more|fewer)\b[^.;:•?,]*,? or both\b"
)
"""Whether one of two is not had, or neither: "who does not have a Red Hat or a Red Staff, or both"."""

_YOU_ALL = re.compile(
    r"(?i)\b(?:if|unless|when) you (?:(?:then )?(?:all|each)|then both)\b"
    r"|\b(?:if|unless|when) you have [^.;,]* each(?=[.;,])"
)
"""Whether the caster alone is meant, or who else?"""
_HAS_THAT_MANY = re.compile(
    r"(?i)(?<!nothing )(?<!fewer )(?<!even )\bif (?:(?! if\b)[^.;,()])*\b(?:do|does)(?: not|n['’]t) have that many\b"
    r"(?!,? (?:as many|all|what|they pay|you pay|pays?|nothing))"
    r"|\b(?:neither|nobody|no one|none|unless \w+) (?:of them )?(?:has|have) that many\b"
    r"|\bor \d+ if [^.;,]* (?:has|have) that many\b|\bunless [^.;,]* (?:has|have) that many\b"
)
"""So many, or at least so many?"""
_WITH_AS_MANY = re.compile(
    r"(?i)\b(?:each|everyone|everybody|any|anyone|whoever|all|those|who|if you)\b[^.;,]*"
    r"\b(?:with|has|have) (?:just |exactly |equally |half |twice )?as many\b(?! (?:\w+ )?as\b)(?= \w+s\b|[.,;]|$)"
)
"""As many as whom, or as what?"""
_NOR_ANY = re.compile(
    r"(?i)\b(?:nor|and neither) (?:(?:did|does|do) (?:either|any|an?)"
    r"|(?:has|have) (?:either|any|an?) (?:neighbou?r|other|wizard))\b"
)
"""Whether none of them did, or one did not."""
_DOES_NOW = re.compile(
    r"(?i)\b(?:does|do|did)(?: so)? now\b|\bprevious duel,? (?:and|but) [^.;,]*\b(?:does|do)\b(?! not| so)(?= *[,.;])"
)
"""What they do now: the same as in another Duel?"""
_THEY_OF_BOTH = re.compile(
    r"(?i)\b(?:each|every|whoever|everyone|everybody|any)\b[^.;]*\b(?:each|both|all)(?: of)?(?: their)? neighbou?rs?\b"
    r"[^.;]*(?:\beach of them\b|\bthey (?:each|both|all)\b|\bto each(?=[.;]))"
)
"""Who "each of them" are: those of whom this is said, or their neighbours."""
_DID_BOTH = re.compile(r"(?i)\beach who did both\b|\bbut (?:did )?not\b[^.;]*[.;,] ?(?:and )?each who did\b")
"""Who did what?"""
_BARE_AFTER_CRYSTALS = re.compile(
    r"(?is)^(?!.*\b(?:more|fewer|less) crystals than\b).*\bcrystals?\b.*"
    r"\b(?:each|everyone|everybody|any|those|whoever)\b "
    r"(?:who (?:already |now )?(?:has|have)|with) "
    r"(?:(?:exactly|at least|at most|more than|fewer than|less than) )?(?:\d+|more|fewer|less)"
    r"(?: or (?:more|fewer|less))?(?: than (?:\d+|you|they))? (?:loses?|gains?|pays?|gets?)\b"
)
"""How many of what? Not where the same was compared: "with more Crystals than you ... Each with fewer"."""
_WHENEVER_ALL = re.compile(r"(?i)\b(?:whenever|(?:each|every) time) (?:you and )?(?:both|all)\b")
"""When one of them does, or when all do at once?"""
_OTHER_THAN_THOSE = re.compile(
    r"(?i)\bneighbou?rs?\b[^.\n]*\b(?:any other|another|no other|every other|each other) wizard (?:who )?"
    r"(?:did|does|do|has one|have one)\b"
)
"""Other than the caster, or than the neighbours?"""
_THEN_HAD = re.compile(
    r"(?i)(?:^|[.;:] )(?:and )?(?:then|after that|afterwards|after this),? if\b"
    r"(?!.*\b(?:start|begin\w*|before\w*|previous|earlier)\b)"
    r"[^,;]*\b(?:had|wore|carried) (?:no|an?|none|any|one|fewer|more|less|at|exactly|the|\d+)\b"
)
"""Before what stands before it, or by then?"""
_THOSE_OF_SOME = re.compile(
    r"(?i)\b(?:neighbou?rs?|other wizards?)\b[^.;]*[.;,] ?(?:and )?(?:\d+ (?:from|to) )?(?:those|the ones) "
    r"(?:who (?:(?:did|do|does) not (?:cast|have|wear|carry|select|target)|(?:have|has) not)|with an?)\b"
)
"""Those of these, or of all Wizards? "Those who did not" alone is of these: `refer/those.py`."""
_NEIGHBOUR_OF_TOP = re.compile(
    r"(?i)\bwhoever has (?:the )?(?:most|fewest|least)\b[^.;]*"
    r"\b(?:each|every|both|either|an?|one) neighbou?rs?\b(?! of\b)"
)
"""Whose neighbour?"""
_DOES = r"(?:gain|lose|pay|steal|get|take|give)s?"
_AND_OR_DOES = re.compile(
    rf"(?i)(?<=[\w,] )(?:and|then) (?:you |they )?{_DOES} [^.;:]*, or (?:instead )?{_DOES} "
    r"[^.;:]*\b(?:if|unless|when)\b"
)
"""Instead of both, or of the second?"""
_IN_NO_TIE = re.compile(
    r"(?is)^(?!.*\b(?:tie|tied|ties|level)\b).*\b(?:everyone|everybody|all|those) (?:involved\b|in it\b)"
)
"""In what, or in what way?"""
_TOO_IF = re.compile(
    r"(?i)\bif\b[^.;]*[;.] ?(?:and )?if [^.;,]*?"
    r"\b(?:(?:did|does|do|has one|have one)(?: not|n['’]t)? (?:so )?(?:too|as well|also|either)|also (?:did|does|do))\b"
    r"|\bprevious duel\b[^.;]*\bcast it (?:too|as well)\b"
)
"""Whether the first must be so as well."""
_EACH_WHO_NOT = re.compile(
    r"(?i)\bwith(?:out)? [^.;,]* who [^.;]*[.;,] ?(?:and )?(?:\d+ (?:from|to) )?each who (?:did|do|does)\b"
    r"|\bwho [^.;,]*,? and (?:who )?(?:has|have|is|cast|did)\b[^.;]*[.;,] ?(?:and )?each who (?:did|does|do) not\b"
    r"|\beach who (?!did|do)[^.;]*[.;,] ?(?:and )?each who did not\b"
)
"""Who did not do what of it?"""
_IF_ONLY = re.compile(r"(?i)\bif only (?:they|you|the (?:first|second)) (?:did|do|does|has one|have one)\b")
"""Only they of the two, or of all Wizards?"""
_ALL_BUT_THEY = re.compile(
    r"(?i)(?<!for )\b(?:everyone|everybody|each wizard|every wizard|all wizards) (?:but|except)\b"
    r"[^.;:]*[.;,] ?(?:and )?they\b"
    r"|\b(?:everyone|everybody|anyone|(?:(?:each|every|all|any)(?: of)?(?: the| your| other)* wizards?|wizards"
    r"|(?:each|every|all|any)(?: of)?(?: the| your)? neighbou?rs?))\b(?:[^.;:,]*?,? (?:but(?: not)?|except|excepting"
    r"|other than|apart from|aside from|save|excluding|barring|bar)(?: for)? "
    r"(?!the (?:\w+ )?wizard\b(?! (?:and|or)\b))(?:those|idle|active|your|the(?! caster| same)|any|both"
    r"|(?:you|the caster) (?:and|or)|(?:all |other )?(?:neighbou?rs|ones|wizards))\b"
    r"[^.;:]*?|[^.;:,]*?, [\w ]+ (?:excepted|excluded|aside))[.;,] ?"
    r"(?:(?:and|but|then|also|for|each|all|any|every one|one|of|the|hats?|stars?|from|to|steal|gain|lose|pay|\d+) )*"
    r"(?:those|them|they)\b(?! (?:who|that|with|without|whose|in|not|of|next)\b)"
)
"""Who they are: the others, or those who are left out?"""
_INSTEAD_OF_BOTH = re.compile(
    r"(?i)(?:\band|,) you (?:gain|lose|get)\b[^.;]*\.[^.;]*\binstead,? (?:and|but) you (?:gain|lose|get)\b"
)
"""Instead of one, or of both?"""

_THEY_OF_CASTER = re.compile(
    r"(?i)(?:^|[.;:•]\s*)(?:the caster|a random \w+|the (?:next|previous) wizard)\b[^.;]*\b(?:if|when|where)\b "
    r"(?!you\b)[^.;]*\b(?:wizard|neighbou?r|one|position)\b[^.;]*\b(?:and|or|but)\b[^.;]*\b(?:they|their)\b"
    r"|(?:^|[.;:•]\s*)the caster (?:gains|loses)\b[^.;,]*\bwizard\b[^.;,]*,? if (?:they|their)\b"
)
"""Whose: of who it is that does it, or of whom the condition speaks?"""
_SO_MANY_THERE = re.compile(
    r"(?i)\bif (?:exactly |only |at (?:least|most) |fewer than |more than )?(?:one|two|three|no|\d+) (?:other )?"
    r"(?:wizards?|neighbou?rs?), (?:(?:you|they|each|everyone|the \w+) )?(?:then )?(?:gain|lose|pay|steal)s?\b"
    r"|[.?!] (?:exactly )?(?:nobody|no one|not one|neither|one|two)(?: other)?(?: wizards?| neighbou?rs?)?"
    r"(?: at all)?\?"
    r"|[.?!] no(?: other)? (?:wizards?|neighbou?rs?)(?: at all)?\?"
)
"""How many there are, or how many did what was asked?"""
_NOT_LESS = re.compile(
    r"(?i)\bloses?\b[^.;]*,? (?:but|though|yet) (?:not|never|no) (?:less|fewer) than (?:[1-9]|one|two|three)"
)
"""At least so many are lost, or are left?"""
_HEREINAFTER = re.compile(
    r"(?i)\b(?:other than|except|who|whoever|whose|than|and|neighbou?rs? of|each neighbou?r|a neighbou?r|half"
    r"|there is|exactly one|where)\b[^.;(]*\((?:hereinafter|hereafter|henceforth|in what follows|from here on)\b"
)
"""Who is called so?"""
_OTHERS_OF_OTHERS = re.compile(
    r"(?i)\b(?:each|every|any) other (?:\w+ )?(?:wizards?|one)\b[^|\n]*?[.;,:?]\s(?:[^.;|\n]*\b(?:for|from|to|and) )?"
    r"(?:everyone else|everybody else|(?:the|all|all the) others\b(?! than)|all other wizards"
    r"|(?:every|each) other one|the other (?:ones|wizards))\b"
)
"""Other than the caster, or than those?"""
_ONLY_SO_MANY = re.compile(
    r"(?i)\b(?:whenever|would|each time|occasion)\b[^.;]*\b(?:lose|gain)s? (?:\d+|one|two) (?:stars?|crystals?) only\b"
)
"""Instead, or besides?"""
_SUCH_HALF = re.compile(
    r"(?i)\b(?:half|third|quarter)\b[^.;]*\b(?:half|third|quarter)\b[^.;]*\bsuch half being\b"
    r"|\b(?:third|quarter)\b[^.;]*\bsuch half being\b"
)
"""Which of them is rounded?"""
_NOTHING_BUT = re.compile(
    r"(?is)\bnothing happens\b.*\b(?:no matter what|whatever) (?:they|that wizard|you|the [\w ]+) (?:cast|casts|did)\b"
)
"""Whether nothing happens, or that happens always."""
_THEY_INSTEAD = re.compile(
    r"(?i)\b(?:neighbou?rs?|all \w+ wizards|wizards)\b[^.;]* (?:loses?|gains?|pays?) [^.;]*[.;] ?(?:and )?if "
    r"(?!you\b|your\b|the caster\b|they\b|both\b|nobody\b)[^.;,]*\b(?:cast|has|have|is|did)\b[^.;,]*,"
    r"(?: however,)? they [^.;]*\binstead\b"
)
"""Who they are: of whom it was said before, or of whom the condition speaks?"""
_IT_IS_WHO = re.compile(
    r"(?i)\bloses? \d[^.;]*[.;] ?(?:and )?if (?!not\b)(?![^.;,]*\btie)[^.;,]*, (?:\w+, )?"
    r"it(?:['’]s| is) [^.;,]* who (?:loses?|gains?)\b"
)
"""In place of that, or besides?"""
_PART_OF_ALL = re.compile(
    r"(?i)\b(?:everyone|everybody|every wizard|each wizard|all wizards|each neighbou?r|your neighbours) loses? \d+ \w+,"
    r" (?:and )?(?:wizards|idle|the caster|those|all)\b[^.;]*\bloses? \d"
)
"""Besides, or instead?"""
_AS_MANY_OF_SEVERAL = re.compile(
    r"(?i)(?<!each time )(?<!every time )\b(?:each|every|neighbou?rs|everyone|wizards)\b(?! time)[^.;]*"
    r"\b(?:loses?|pays?)\b[^.;]*\b(?:you|the caster) "
    r"(?:gain|lose)s? (?:half|twice) as many\b(?! (?:\w+ )?as\b)|\bhalf as many\b[^.;]*\bhalf as many\b"
)
"""Of what one of them loses, or all together?"""
_LABEL_IF = re.compile(r"(?i)\bif the (?:target|chosen wizard|named wizard)[^.;:,]*: (?:loses|gains)\b")
"""Who loses it?"""

_NEXT_OF_WHOM = re.compile(
    r"(?i)(?:^|[.;:•]\s*|\b(?:then|and|but|,) )(?:the (?:chosen|named|targett?ed|selected) wizard"
    r"|(?:the )?wizard (?:in|at|on) the chosen position|the wizard there|that wizard) "
    r"(?:loses?|gains?|pays?|gives?|steals?)\b[^.;]*\bthe (?:next|previous) wizard\b"
)
"""Next to whom: by the page the caster, in English whoever does it."""

_ONE_OF_ALIKE = re.compile(
    r"(?i)(?:\bneighbou?rs (?:both |all |each )?(?:have|has|wear|carry|own|are wearing|cast|selected)\b[^.;:]*"
    r"\bthe same (?!number\b)|\ball (?:of )?your neighbou?rs (?:have|own) the same number\b)"
    r".*\b(?:the|any) one (?:with|who|that|in|at)\b(?! of)"
)
"""Whether the one of the neighbours is meant, of whom it was asked whether they are alike."""
_IDLE_ONES = re.compile(
    r"(?i)\b(?:neighbou?rs?|with|who|whose)\b[^\n]*[.;,] (?:and |but |while )?(?:the |all |all the )?idle ones "
    r"(?:lose|gain|pay|get|become|swap)"
)
"""The idle ones of those, or of all Wizards?"""
_AFTER_ITS_SPELL = re.compile(
    r"(?i)(?:^|[.;:•] )after [^,.;:]*'s? (?!spell\b)\w[^,.;:]*? (?:has|have) taken effect,"
    r"(?![^.;]*\b(?:if|unless|when)\b)[^.;]*[.;] ?(?:otherwise|else|if not|or else)\b"
)
"""Whether that spell was not cast, or had no effect."""
_DID_NOTHING = re.compile(
    r"(?i)\b(?:casts?|selected|selects?|targeted|targets?) (?:nothing|nobody|no one|no\b|none|neither)"
    r"[^.;]*[.;,][^.;]*\bdid(?= so\b| too\b| as well\b| the same\b|[.,;:)]| (?:los|gain|pay|steal|get|swap))"
)
"""Whether they did nothing as well, or something: "each Wizard who cast nothing ... If everybody did"."""
_EACH_OR_IN_ALL = re.compile(
    r"(?i)\b(?:for (?:each|every)|per)\b[^.;]*?"
    r"(?:,? (?:or|but)| \((?:or|but)?|,)(?: only| just| even)? ?(?:\d+|one|two|three|four|five)"
    rf"(?: {_STARS})?,? (?:if|when|unless|where)\b(?! (?:they )?both\b| all\b)"
)
"""So many for each of them, or in all: "1 Star for each Wizard who cast Burn, or 2 if your Hat is Red"."""
_THING_GAINS = re.compile(
    r"(?i)(?:['’]s?|\b(?:your|their|his|her|its|the)) (?:\w+ )?(?:Hats?|Robes?|Staffs?|Staves|Beards?)\b[^.;,]*"
    r"\b(?:becom|turn|chang|get|go|are swapped|is swapped)\w*\b[^.;]*, (?:thereby |thus |so )?"
    r"(?:losing|gaining|paying|getting|receiving|stealing|taking)\b"
)
"""Who gains or loses it: "your neighbours' Hats become Red, losing 1 Star"."""
_TIED_AND_OTHERS = re.compile(
    r"(?i)(?<!\()\b(?:each|every(?:one|body)?|all|any(?:one|body)?|those|wizards)"
    r"(?: of)?(?: the)?(?: wizards?| those| one)?(?: who (?:is|are))? tied (?:for|with)\b[^\n]*?[.;,][^.;]*"
    r"\b(?:every(?:one|body|one) else|(?:the|all|all the|each of the) others"
    r"|(?:each|every|all)(?: the)? other wizards?|the rest)\b"
)
"""Whether one who leads alone, and is tied with nobody, is one of the others."""
_CASE_OF_BESIDE = re.compile(
    r"(?i), (?:thereby |also )?(?:losing|gaining|paying|getting|receiving|stealing|taking)\b[^.;]*"
    r"\b(?:if|unless|when|where|provided)\b[^.;]*[.;,] ?(?:and |but )?(?:otherwise|else|if not|or else|if so"
    r"|in that case|in any other case)\b"
)
"""Of which condition, and of how much of the sentence: "..., losing 1 Crystal if ... Otherwise"."""
_IF_IT_IS = re.compile(
    r"(?i)\b(?:gain|lose|pay|get|steal|receive)s? (?:(?!\b(?:if|unless|when|where)\b)[^.;,])*, (?:and|plus) "
    r"(?:(?:gain|lose|pay|get)s? )?"
    r"(?:\d+|an?|one|two|three) \w+,? (?:if|unless|when|where|provided(?: that)?) "
    r"(?:it|that spell|the spell|idle|active|not|wearing|carrying|still)\b"
)
"""Whether both have the condition: "each Wizard whose spell targets you loses 2 Stars, and 1 Crystal if it's Burn"."""
_NEXT_BESIDE = re.compile(
    r"(?i)\bthe (?:chosen|named|targett?ed|selected) (?:wizard|one|neighbou?r|position)\b(?! is the\b)[^.;|\n]*"
    r"(?<!duel as in )(?<!duel as they did in )(?<!duel than in )(?<!duel and )(?<!duel and in )(?<!duel but not in )"
    r"\bthe (?:next|previous) (?:wizard|one|neighbou?r)\b(?! (?:after|before|to|behind|in|from)\b)"
)
"""Next to the caster, or to the chosen Wizard, named just before."""
_REST_OF_IT = re.compile(r"(?i)\b(?:previous|last|earlier|first) Duels?\b[^.;:|]*\bfor the (?:whole )?rest of it\b")
"""Whether it lasts for what is left of this Duel, where another one was spoken of."""
_SOMEONE = (
    r"(?:you|me|the caster|that Wizard|the target|(?:(?:each|both|all|either) )?(?:of )?your (?:own |next |previous )*"
    r"neighbou?rs?|(?:each|either|both|any|every|a) neighbou?rs?"
    r"|the (?:two )?Wizards? (?:with|next to|after|before|at|in) [^.;,:|]*?"
    r"|(?:the|that) (?:chosen|named|next|previous|first|second|target+ed|selected|other)(?: chosen| named)?"
    r"(?: Wizard| one| neighbou?r| position)?s?)"
)
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
_TWO_OF_THEM = rf" {_SOMEONE} and (?:also )?{_SOMEONE}"
_WHO_AND = re.compile(
    rf"(?i)\b(?:(?<!for )(?<!per )(?<!if )(?<!unless )(?:{_EACH_WHO}|(?:each|every|any) neighbou?r of){_TWO_OF_THEM} "
    r"(?:(?:los|gain|pay|get|becom|swap|steal|receiv|giv|tak|hand|pass)(?:e?s)|is|has|must|shall|will|may|can|cannot"
    r"|should|does|cast)\b"
    rf"|(?:if|unless) (?:each|every)(?:one|body)?\b{_WHO_TO}{_TWO_OF_THEM} (?:is|has|cast)\b"
    rf"|{_EACH_WHO}{_TWO_OF_THEM}(?= *[.;,:)•]|$| (?:if|unless|when|where|instead|too|becomes)\b)"
    rf"|(?:Wizards|neighbours|those|ones|all){_WHO_TO}{_TWO_OF_THEM}\b)"
)
"""Whether somebody is the subject as well, or one of whom the others are told: "who targeted you and the next"."""
_NEAR_BOTH = re.compile(
    rf"(?i)(?:\b(?:Wizards?|those|ones?|who|that)(?: is| are| stands?| sits?)? {_NEAR} {_SOMEONE} and {_NEAR}"
    rf"|\b(?:Wizards?|those|ones?|everyone)(?: (?:who|that) (?:is|are|stands?|sits?))? {_NEAR} {_SOMEONE}"
    rf" and {_SOMEONE}\b"
    rf"|\b(?:Wizards?|those|ones?|who|that)(?: is| are| stands?| sits?)? {_NEAR} (?:both|the (?:two )?(?:chosen|named)"
    r" (?:Wizards|positions)))"
)
"""Whether they are next to both, or to one of them."""
_ALL_GAINED = re.compile(
    r"(?i)\b(?:gain|get|receive)s? all(?: of)?(?: your| the caster['’]s| the (?:\w+ ){0,2}Wizard['’]s)?"
    rf" {_STARS}(?= *[.;,]|$)|(?:^|[.;:•] |, )all {_STARS} (?:go|are (?:given|passed|paid|awarded|moved))\b"
    r"(?![^.;,]* (?:from|by)\b)"
)
"""Whose they are, and whether they are lost by whoever has them: "all Stars go to you"."""
_SO_MANY = r"(?:two|three|four|five|\d+)"
_BACK = r"(?:previous|preceding|foregoing)"
_IN_BOTH_DUELS = re.compile(
    r"(?i)(?:^|[.;:,•]|\b(?:if|who|unless|when|whoever)\b)"
    r"(?:(?!\b(?:not|no|nobody|none|never|neither|nor|cannot|times?|often|number|once|spells?|at any)\b"
    r"|n['’]t\b)[^.;:,•])*?"
    r"\b(?:cast|selected|played)\b(?:(?!\b(?:once|twice|times?|any|either|one|both|each|every|all|at|but|no)\b)[^.;:,•])*?"
    rf" in (?:the|your|their|his|her|my) (?:{_SO_MANY} {_BACK}|{_BACK} {_SO_MANY}) Duels\b"
    r"(?! (?:each|both|at least|at any)\b)"
)
"""In each of them, or in one of them: "who cast Burn in the two previous Duels"."""
_NEVER_CAST = re.compile(
    r"(?i)\b(?:never|ever) (?:(?:has|have|had|having|been|once|yet) )*(?:cast|selected|played)\b"
    r"(?![^.;:]*\b(?:before|beforehand|earlier|previous|previously|prior|past|until|till|far|last|Duels?)\b)"
)
"""Whether what is cast in this Duel counts."""
_COMMA_IF = re.compile(
    r"(?i)(?:^|[.;:•]\s*)(?:(?!\b(?:if|unless|when|where|provided|long)\b)[^.;:•|])*?, (?:and|as well as)"
    rf" (?:(?:exactly|just|only) )?(?:(?:\d+|an?|one|two|three|four|five|DICE\d+)"
    rf" {_STARS}(?: for (?:each|every) [^.;,:•|]*?)?"
    rf"|(?:half|all)(?: of)? (?:your|their|his|her|the [\w ]+?['’]s) {_STARS}(?:,? \(?rounded (?:up|down)\)?,?)?"
    rf"|{_STARS} equal to [^.;,:•|]*?) (?:if|unless|except (?:if|when)|provided|when|where(?! \w (?:is|=|are)\b)"
    r"|as long as)\b"
)
"""Whether both have the condition: "lose 2 Stars, and half your Crystals (rounded down) if you have a Hat"."""
_COUNTED_WITH = re.compile(
    r"(?i)\b(?:for (?:each|every)|per|(?:number|amount) of|there are)\b[^.;,:•|]*"
    r"\b(?:with|without|has|(?<!you )have|having|had|wears?|wearing|carry|carries|carrying|owns?|owning|holds?|holding"
    r"|lacks?|lacking|lost|gained|paid)\b[^.;,:•|]* (?:and(?: also)?|as well as|along with|plus) (?:\d+|DICE\d+"
    r"|an?|one|two|three|four|five|another|all your|(?:twice |half )?as many|half(?: of)? your)(?: more)? "
    rf"{_STARS}(?= *[.;,:()•]|$| (?:if|unless|when|where|provided|instead|too|as well|and|but)\b)"
)
"""Whether that is gained as well, or had by those who are counted: "for each Wizard with a Red Hat and 2 Crystals"."""
_SCALED_THEN = re.compile(
    r"(?i)\b(?:half|twice|double|thrice|third|quarter) (?:of )?(?:that|this|as) many\b(?! \w+ as\b)(?! as\b)[^.;:•]*"
    r"\b(?:gain|lose|pay|steal|get)s? (?:that many|as many|the same number)\b(?! (?:\w+ )?as\b)"
)
"""As many as was named, or as was made of it: "gain twice that many Stars and lose that many Crystals"."""
_MOVED_AND = re.compile(
    r"(?i)(?:^|[.;•]\s*)(?![^.;]*\b(?:whenever|(?:each|every|any) (?:single )?time|if|when|occasion)\b)[^.;]*"
    r"\bwould \w+\b[^.;]*\binstead,? and (?:also )?(?:you|they|that wizard|the (?:caster|(?:\w+ )?wizard)) (?:also )?"
    r"(?:gain|lose|pay|get|steal)s?\b"
)
"""Once, or each time: "losses that you would suffer are suffered by them instead, and you gain 1 Crystal"."""
DOUBTS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("what stands after the semicolon could happen once, or for each of them", "say it in two sentences", _OF_EACH),
    ("other than the caster, or than those named before?", "say: a Wizard who did not ...", _WHO_ELSE),
    ("the rest of which Duel?", "say: for the rest of this Duel", _REST_OF_IT),
    ("it is not clear how far the condition reaches", "say in a sentence of its own what has none", _ITEM_BESIDE),
    ("it is not clear how far the condition reaches", "say in a sentence of its own what has none", _CAST_ANYWAY),
    ("the Wizard who was chosen, or the one whom that spell targets?", "say: the chosen Wizard", _TARGETED),
    ("is this another case, or must it be so as well?", "say it in two sentences", _ALSO_IF),
    ("so much for each besides, or of what was said before?", "say only: each ...", _SHARED_OUT),
    ("other than the caster, or than those before?", "say: for each Wizard who did not ...", _EACH_OTHER),
    ("which roll is meant by then?", "say it where it is meant", _RESULT_OF),
    ("what a word means is not said in full", "say again what they did", _CUT_SHORT),
    ("whom they did not target, or who is left out?", "say it in two conditions", _BUT_NOT),
    ("is this a condition, or are you left out?", "say: other than the caster", _BUT_YOU),
    ("other than the caster, or than those?", "say: than Wizards who ...", _THAN_OTHERS),
    ("whom of the table is this about?", "name the Wizard", _OF_TABLE),
    ("so much for each, or for all together?", "say: each of them loses 2 Stars", _IN_TOTAL),
    ("whose neighbours are meant?", "say: each neighbour of the caster", _FOR_EACH_NEAR),
    ("it is not clear how much is denied", "say: if ... is not ..., and ...", _NOT_THE_CASE),
    ("is one of the two not so, or neither?", "say: neither ... nor ...", _NOT_BOTH),
    ("in that case, or after all this?", "say: in that case, ..., or: Afterwards, ...", _UNLESS_THEN),
    ("next to whom?", "say it of each by name", _YOU_EACH_PAY),
    ("these, or all that were spoken of?", "say whom", _THEM_OF_TWO),
    ("do they what: what was asked, or what happens?", "say the verb again", _PRESENT_DO),
    ("those who are spared, or the others?", "say whom", _SPARED_THEN),
    ("of these, or of all who did?", "say: each of these who ...", _UNLESS_WHO_DID),
    ("for each that is had, or that was lost?", "say: for each Crystal you have", _IF_ANY_EACH),
    ("anyone of these, or anyone at all?", "say: each of them who ...", _ANYONE_ALSO),
    ("who is left out by this?", "say who", _ELSE_OF_TWO),
    ("must both be so only then?", "say it in two sentences", _LABEL_BUT_IF),
    ("who cast it then, or now?", "say when", _WHO_CAST_IT_THEN),
    ("which of the two is that one?", "name the Wizard", _THAT_ONE_OF),
    ("the same, or the opposite?", "say: the same goes for", _SO_OR_NEITHER),
    ("so many for each, or in all?", "say it of each by itself", _OR_SO_MANY_WITH),
    ("one of what?", "say: a random Wizard", _ONE_OF_WHAT),
    ("only if it is done, or in any case?", "say: Then ...", _ONCE_DONE),
    ("is this a condition of the whole, or of what is said last?", "say the condition first", _BOUND_IF),
    ("is this a condition of the loss, or of what it leaves?", "say it in two sentences", _FLOOR_IF),
    ("is this said of who is left out, or of the others?", "say: each Wizard who ..., except ...", _LEFT_OUT_WHO),
    ("whose neighbours are counted?", "say: for each of their neighbours", _FOR_EACH_NEIGHBOUR),
    ("were they targeted, or did they target?", "say again what they did", _SO_PASSIVE),
    ("it is called a loss, a gain or a payment, and is none", "leave that out", _OTHER_FLOW),
    ("nobody has more, or fewer, than themselves", "leave out who counts", _COUNTS_SELF),
    ("is each of them paid all of this, or a share?", "say: to each neighbour", _TO_SEVERAL),
    ("as one of them has, or as each of them?", "say: as at least one of ..., or: as each of ...", _AS_ANY),
    ("so many Stars, or so many of those who are counted?", "say: counting no more than 3 of them", _SO_MANY_OF_THEM),
    ("is this one of several, or perhaps none?", "say: if at least one other Wizard ...", _NOT_THE_ONLY),
    ("yours alone, or of each of you?", "say: the caster's Stars; or: their own Stars", _YOUR_OF_BOTH),
    ("whom does this ask about?", "say: if each of you ...", _YOU_ALL),
    ("exactly so many, or at least?", "say: if they have fewer than 3", _HAS_THAT_MANY),
    ("as many as whom, or as what?", "say: as many as ...", _WITH_AS_MANY),
    ("is it so that none of them did, or that one did not?", "say: and no neighbour did", _NOR_ANY),
    ("what do they do now?", "say again what they cast", _DOES_NOW),
    ("these Wizards, or their neighbours?", "say: each of their neighbours", _THEY_OF_BOTH),
    ("who did what?", "say again what they did", _DID_BOTH),
    ("how many of what?", "name the thing", _BARE_AFTER_CRYSTALS),
    ("when one of them does, or all at once?", "say: whenever a neighbour ...", _WHENEVER_ALL),
    ("other than the caster, or than those neighbours?", "say whom", _OTHER_THAN_THOSE),
    ("before this, or by then?", "say: if ... has", _THEN_HAD),
    ("those of these, or of all Wizards?", "say: each neighbour who did not ...", _THOSE_OF_SOME),
    ("whose neighbour?", "say: each of their neighbours", _NEIGHBOUR_OF_TOP),
    ("instead of both, or of the second?", "say it in a sentence of its own", _AND_OR_DOES),
    ("involved in what?", "say: everyone tied", _IN_NO_TIE),
    ("must the first be so as well?", "say both conditions", _TOO_IF),
    ("who did not do what of it?", "say: each Wizard who did not ...", _EACH_WHO_NOT),
    ("the only one of these, or of all Wizards?", "say: if they did and you did not", _IF_ONLY),
    ("the others, or those who are left out?", "say whom", _ALL_BUT_THEY),
    ("instead of one of the two outcomes, or of both?", "say all that happens then", _INSTEAD_OF_BOTH),
    ("whose is meant?", "name the Wizard", _THEY_OF_CASTER),
    ("how many there are, or how many did that?", "say again what they did", _SO_MANY_THERE),
    ("are at least so many lost, or left?", "say: but not below 3", _NOT_LESS),
    ("who is called so?", "say it in a sentence of its own", _HEREINAFTER),
    ("other than the caster, or than those?", "say: each Wizard who did not ...", _OTHERS_OF_OTHERS),
    ("instead of that, or besides?", "say: 1 Star instead", _ONLY_SO_MANY),
    ("which of them is rounded?", "say it beside each", _SUCH_HALF),
    ("does nothing happen, or this always?", "say it before", _NOTHING_BUT),
    ("who are they here?", "name the Wizards", _THEY_INSTEAD),
    ("in place of that, or besides?", "say: instead", _IT_IS_WHO),
    ("besides that, or instead?", "say: also; or: instead", _PART_OF_ALL),
    ("of what one of them loses, or all together?", "name the number", _AS_MANY_OF_SEVERAL),
    ("who loses or gains it?", "name the Wizard", _LABEL_IF),
    ("next to whom?", "say: the Wizard after the caster; or: after them", _NEXT_OF_WHOM),
    ("is the result what was rolled, or what was counted?", "say: the number rolled", _ROLL_OR_COUNT),
    ("one is drawn for each spell: who is that Wizard?", "leave the condition out", _DRAWN_FOR_EACH),
    ("how many of what is gained?", "say: gain 3 Stars", _LOSE_ONE_GAIN),
    ("the one of those neighbours, or of all Wizards?", "say: the neighbour with the most ...", _ONE_OF_ALIKE),
    ("if that spell was not cast, or also if it has no effect?", "say: if they did not cast it", _AFTER_ITS_SPELL),
    ("the idle ones of those, or of all?", "say: each idle Wizard", _IDLE_ONES),
    ("exactly so many more, or at least?", "say: at least 3 more Stars than", _SO_MANY_MORE),
    ("did they do nothing, or something?", "say again what they cast", _DID_NOTHING),
    ("so much for each, or in all?", "say: 2 Stars for each ... instead", _EACH_OR_IN_ALL),
    ("who gains or loses it?", "say it in a sentence of its own", _THING_GAINS),
    ("is one who leads alone one of the others?", "say: each Wizard with the most Stars", _TIED_AND_OTHERS),
    ("it is not clear which case this is", "say the condition again", _CASE_OF_BESIDE),
    ("is all of this so only then?", "say it of each by itself", _IF_IT_IS),
    ("next to whom?", "say: the Wizard after the caster; or: after them", _NEXT_BESIDE),
    ("is this somebody who does it as well?", "name the other Wizard first", _WHO_AND),
    ("next to both, or to one of them?", "say: who is next to ... and who is next to ...", _NEAR_BOTH),
    ("whose are they, and are they lost by whoever has them?", "say: pays all of their Stars to", _ALL_GAINED),
    ("in each of these Duels, or in any of them?", "say: in any of the 2 previous Duels", _IN_BOTH_DUELS),
    ("does this Duel count?", "say: before, or: in an earlier Duel", _NEVER_CAST),
    ("is this a condition of the whole, or of what is said last?", "say the condition first", _COMMA_IF),
    ("is this gained as well, or had by those who are counted?", "say it in two sentences", _COUNTED_WITH),
    ("does this happen once, or each time?", "say it in a sentence of its own", _MOVED_AND),
    ("which of the two numbers is that many?", "name the number", _SCALED_THEN),
)
"""What is asked, what can be said instead, and the words that leave it open."""
