"""The forms of a page as a browser has them: what they offer, and what pressing their button sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node


@dataclass(frozen=True)
class PageForm:
    """One form: where it is sent, what its controls hold untouched, and which values each of them offers."""

    action: str
    sent: Mapping[str, Sequence[str]]
    offered: Mapping[str, Sequence[str]]
    buttons: Mapping[str, tuple[str, str]]

    def filled(self, values: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """What is sent with these values chosen; each must be offered by a control of the form."""
        for name, chosen in values.items():
            assert name in self.offered, f"the form has no control {name}"
            free = "" in self.offered[name] and len(self.offered[name]) == 1
            assert free or set(chosen) <= set(self.offered[name]), (name, chosen, self.offered[name])
        return {**{name: list(held) for name, held in self.sent.items()}, **{n: list(v) for n, v in values.items()}}


def forms(page: str) -> list[PageForm]:
    """Every form of a page, in order."""
    return [_form(node) for node in HTMLParser(page).css("form")]


def button(page: str, words: str) -> tuple[PageForm, dict[str, list[str]]]:
    """The form of the button with these words, and what pressing it sends."""
    for form in forms(page):
        if words in form.buttons:
            name, value = form.buttons[words]
            return form, {**{key: list(held) for key, held in form.sent.items()}, **({name: [value]} if name else {})}
    raise AssertionError(f"there is no button {words!r} among {[list(form.buttons) for form in forms(page)]}")


def move_form(page: str, duel: int, move: str) -> PageForm:
    """The form of a move of a duel."""
    for form in forms(page):
        if form.sent.get("duel") == [str(duel)] and form.sent.get("move") == [move]:
            return form
    raise AssertionError(f"there is no form for {move!r} in duel {duel}")


def _form(node: Node) -> PageForm:
    sent: dict[str, list[str]] = {}
    offered: dict[str, list[str]] = {}
    for control in node.css("input, select, textarea"):
        name, kind = control.attributes.get("name"), control.attributes.get("type") or ""
        if not name:
            continue
        if control.tag == "select":
            options = control.css("option")
            values = [option.attributes.get("value", option.text()) or "" for option in options]
            offered[name] = values
            sent[name] = next(
                ([v] for v, o in zip(values, options, strict=True) if "selected" in o.attributes), values[:1]
            )
            continue
        value = control.attributes.get("value") or ""
        if kind in ("radio", "checkbox"):
            offered.setdefault(name, []).append(value)
            if "checked" in control.attributes:
                sent.setdefault(name, []).append(value)
        else:
            sent[name] = [value]
            if kind != "hidden":
                offered[name] = [""]
    buttons = {
        " ".join(each.text().split()): (each.attributes.get("name") or "", each.attributes.get("value") or "")
        for each in node.css("button")
    }
    return PageForm(node.attributes.get("action") or "", sent, offered, buttons)
