"""The names that the words of a list's spells may use."""

from __future__ import annotations

from dataclasses import dataclass

from pbp.spells import tree as t
from pbp.spells.terms import given_names, input_names, with_kinds
from pbp.spells.terms import roles as roles_of
from pbp.spells.words import Names


@dataclass(frozen=True)
class Around:
    """The spells, tracked values and traits of a list, by name."""

    names: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def known(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.names, *self.attributes, *self.traits)

    def names_of(self, own: str, inputs: tuple[t.Input, ...] = (), effect: str = "", asked: str = "") -> Names:
        """The names that the words of one spell of the list may use; `asked` is its Inputs line, where that is read."""
        words = [word for one in inputs for word in one.words]
        known = (*self.known, *words)
        roles, several = roles_of(effect, known)
        given = given_names(inputs, self.known)
        names = Names.of(
            T_SPELL=self.names,
            T_OWN=[own],
            T_OTHER=[name for name in self.names if name != own],
            T_ATTR=self.attributes,
            T_THING=["Stars", *self.attributes],
            T_TRAIT=self.traits,
            T_INPUTWORD=words,
            T_ROLE=[*dict.fromkeys((*roles, *given, *input_names(asked, known)))],
            T_ROLES=several,
        )
        return with_kinds(names, effect, given)
