"""Which request does what to the world, and the answer that it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reddit_emulator.shapes import listing, person, rendered, shaped, stamp, thing
from reddit_emulator.world import ApiError, Comment, Conversation, Mail, Note, Post, Revision, World

Form = Mapping[str, str]

PAGE = 100
DEPTH = 1000


def done(data: Any = None) -> dict[str, Any]:
    return {"json": {"errors": [], **({"data": data} if data is not None else {})}}


def me(world: World, form: Form) -> Any:
    return shaped("me", name=world.account, id="me")


def about(world: World, form: Form, name: str) -> Any:
    if name.lower() != world.subreddit.lower():
        raise ApiError("NOT_FOUND", status=404)
    return thing(
        "t5",
        shaped(
            "subreddit",
            display_name=world.subreddit,
            id="sub",
            name="t5_sub",
            subreddit_type=world.kind,
            user_is_banned=world.banned,
            user_is_moderator=world.role == "moderator",
            user_is_contributor=world.role == "approved",
            wiki_enabled=world.has_wiki,
        ),
    )


def submit(world: World, form: Form) -> Any:
    if form["sr"].lower() != world.subreddit.lower():
        raise ApiError("SUBREDDIT_NOEXIST", "Hmm, that community doesn't exist.", "sr")
    post = world.submit(world.account, form["title"], form["text"])
    url = f"https://www.reddit.com/r/{world.subreddit}/comments/{post.id}/title/"
    return done(shaped("submit", url=url, id=post.id, name=post.name))


def comment(world: World, form: Form) -> Any:
    if form["thing_id"].startswith("t4_"):
        note = world.reply_privately(world.account, form["thing_id"], form["text"])
        answer = note_data(world, note)
        # As recorded: the answer names a thing that does not exist, addressed to the sender.
        answer.update(id="zzzzzzzzzzzz", name="t4_zzzzzzzzzzzz", subject=f"re: {note.subject}", dest=world.account)
        return done({"things": [thing("t4", answer)]})
    made = world.reply(world.account, form["thing_id"], form["text"])
    return done({"things": [thing("t1", thread_data(world, made))]})


def compose(world: World, form: Form) -> Any:
    world.compose(world.account, form["to"], form["subject"], form["text"])
    return done()


def delete(world: World, form: Form) -> Any:
    world.delete(world.account, form["id"])
    return {}


def read_message(world: World, form: Form) -> Any:
    for one in world.inbox(world.account):
        one.new = one.new and one.name not in form["id"].split(",")
    return {}


def inbox(world: World, form: Form) -> Any:
    things = sorted(world.inbox(world.account), key=lambda one: one.at)
    if world.bare_inbox:
        things = [one for one in things if isinstance(one, Comment)]
    return paged(world, world.shown(things), form, inbox_thing)


def unread(world: World, form: Form) -> Any:
    things = sorted(world.inbox(world.account), key=lambda one: one.at)
    return paged(world, world.shown([one for one in things if one.new]), form, inbox_thing)


def mentions(world: World, form: Form) -> Any:
    named = [one for one in world.comments if world.why(one, world.account) == "username_mention"]
    return paged(world, world.shown(named), form, inbox_thing)


def sent(world: World, form: Form) -> Any:
    return paged(world, world.shown([one for one in world.notes if one.author == world.account]), form, inbox_thing)


def messages(world: World, form: Form) -> Any:
    """Private messages by thread: the first of each, with the others as its replies."""
    roots = world.shown([one for one in world.notes if one.root == one.id])
    return paged(world, roots, form, threaded)


def threaded(world: World, note: Note) -> Any:
    rest = [one for one in world.notes if one.root == note.id and one is not note]
    data = note_data(world, note)
    if rest:
        data["replies"] = listing([thing("t4", note_data(world, one)) for one in rest])
    return thing("t4", data)


def own_posts(world: World, form: Form) -> Any:
    posts = [one for one in world.posts if one.author == world.account]
    return paged(world, world.shown(posts), form, lambda w, one: thing("t3", post_data(w, one, "t3 user")))


def own_comments(world: World, form: Form) -> Any:
    comments = [one for one in world.comments if one.author == world.account]
    return paged(world, world.shown(comments), form, lambda w, one: thing("t1", comment_data(w, one, "t1 user")))


def overview(world: World, form: Form) -> Any:
    """Our posts and comments in one listing."""
    every: list[Post | Comment] = [*world.posts, *world.comments]
    own = [one for one in every if one.author == world.account]
    own.sort(key=lambda one: (one.at, int(one.id, 36)))
    return paged(world, world.shown(own), form, one_of_ours)


def one_of_ours(world: World, one: Post | Comment) -> Any:
    if isinstance(one, Post):
        return thing("t3", post_data(world, one, "t3 user"))
    return thing("t1", comment_data(world, one, "t1 user"))


def info(world: World, form: Form) -> Any:
    """Posts and comments by their full names; one that is gone is left out."""
    found = [one for name in form["id"].split(",") if isinstance(one := world.find(name), (Post, Comment))]
    return listing([one_of_ours(world, one) for one in found])


def newest(world: World, form: Form) -> Any:
    posts = [one for one in world.posts if one.name not in world.removed]
    return paged(world, world.shown(posts), form, lambda w, one: thing("t3", post_data(w, one, "t3 user")))


def thread(world: World, form: Form, id: str) -> Any:
    post = world.find(f"t3_{id}")
    if not isinstance(post, Post):
        raise ApiError("NOT_FOUND", status=404)
    under: dict[str, list[Comment]] = {}
    for one in world.shown([one for one in world.comments if one.post is post]):
        under.setdefault(one.parent, []).append(one)

    def below(parent: str) -> Any:
        if parent not in under:
            return ""
        return listing([thing("t1", {**thread_data(world, one), "replies": below(one.name)}) for one in under[parent]])

    return [listing([thing("t3", post_data(world, post, "t3 thread"))]), below(post.name) or listing([])]


def pages(world: World, form: Form) -> Any:
    world.may_read()
    return thing("wikipagelisting", list(world.pages))


def page(world: World, form: Form, name: str) -> Any:
    world.may_read(name)
    revisions = world.pages.get(name)
    if not revisions:
        raise ApiError("PAGE_NOT_FOUND", status=404)
    asked = form.get("v")
    newest_one = next((one for one in reversed(revisions) if asked in (None, one.id)), None)
    if newest_one is None:
        raise ApiError("INVALID_REVISION", status=404)
    data = shaped(
        "wiki page",
        content_md=newest_one.text,
        content_html=rendered(newest_one.text),
        may_revise=name not in world.protected,
        revision_by=None if newest_one.author in world.deleted else person(newest_one.author),
        revision_date=int(newest_one.at.timestamp()),
        revision_id=newest_one.id,
    )
    if name.endswith("plain"):
        del data["revision_id"]  # as recorded on some subreddits
    return thing("wikipage", data)


def revisions(world: World, form: Form, name: str) -> Any:
    world.may_read(name)
    rows = [revision_data(world, name, one) for one in reversed(world.pages.get(name, []))]
    return listing(rows[: min(int(form.get("limit", PAGE)), PAGE)])


def all_revisions(world: World, form: Form) -> Any:
    """The newest changes of all pages."""
    world.may_read()
    every = [(name, one) for name, page in world.pages.items() for one in page]
    every.sort(key=lambda pair: world.changes.index(pair[1].id), reverse=True)
    return listing([revision_data(world, *pair) for pair in every[: min(int(form.get("limit", PAGE)), PAGE)]])


def revision_data(world: World, name: str, one: Revision) -> dict[str, Any]:
    return shaped(
        "wiki revision",
        id=one.id,
        page=name,
        author=None if one.author in world.deleted else person(one.author),
        reason=one.reason or None,
        timestamp=one.at.timestamp(),
    )


def write_page(world: World, form: Form) -> Any:
    world.write_page(world.account, form["page"], form["content"], form.get("reason", ""), form.get("previous"))
    return {}


def conversations(world: World, form: Form) -> Any:
    if world.role != "moderator":
        raise ApiError("MOD_REQUIRED", status=403)
    found = sorted(world.conversations, key=lambda one: one.mails[-1].at, reverse=True)
    ids = [one.id for one in found]
    start = ids.index(form["after"]) + 1 if form.get("after") in ids else 0
    found = found[start : start + min(int(form.get("limit", PAGE)), PAGE)]
    # As recorded: of each conversation, the last message alone is named and given.
    whole = {
        one.id: {**conversation_data(world, one), "objIds": [{"id": one.mails[-1].id, "key": "messages"}]}
        for one in found
    }
    last = {one.mails[-1].id: mail_data(world, one, one.mails[-1]) for one in found}
    return {"conversations": whole, "messages": last, "conversationIds": list(whole), "viewerId": "t2_me"}


def conversation(world: World, form: Form, id: str) -> Any:
    return whole_conversation(world, world.conversation(id))


def answer_mail(world: World, form: Form, id: str) -> Any:
    return whole_conversation(world, world.answer_mail(world.account, id, form["body"]))


ROUTES: list[tuple[str, Callable[..., Any]]] = [
    (r"GET /api/v1/me", me),
    (r"POST /api/submit", submit),
    (r"POST /api/comment", comment),
    (r"POST /api/compose", compose),
    (r"POST /api/del", delete),
    (r"POST /api/read_message", read_message),
    (r"GET /message/inbox", inbox),
    (r"GET /message/unread", unread),
    (r"GET /message/mentions", mentions),
    (r"GET /message/messages", messages),
    (r"GET /message/sent", sent),
    (r"GET /user/[^/]+/submitted", own_posts),
    (r"GET /user/[^/]+/comments", own_comments),
    (r"GET /user/[^/]+/overview", overview),
    (r"GET /r/[^/]+/new", newest),
    (r"GET /api/info", info),
    (r"GET /comments/(\w+)", thread),
    (r"GET /r/([^/]+)/about", about),
    (r"GET /r/[^/]+/wiki/pages", pages),
    (r"GET /r/[^/]+/wiki/revisions", all_revisions),
    (r"GET /r/[^/]+/wiki/revisions/(.+)", revisions),
    (r"GET /r/[^/]+/wiki/(.+)", page),
    (r"POST /r/[^/]+/api/wiki/edit", write_page),
    (r"GET /api/mod/conversations", conversations),
    (r"GET /api/mod/conversations/(\w+)", conversation),
    (r"POST /api/mod/conversations/(\w+)", answer_mail),
]


def paged(world: World, things: list[Any], form: Form, data: Callable[[World, Any], Any]) -> Any:
    """One page of a listing: at most a hundred at once and a thousand in all, whatever is asked for."""
    things = things[:DEPTH]
    names = [one.name for one in things]
    start = names.index(form["after"]) + 1 if form.get("after") in names else 0
    end = start + min(int(form.get("limit", PAGE)), PAGE)
    after = names[end - 1] if end < len(things) else None
    return listing([data(world, one) for one in things[start:end]], after)


def inbox_thing(world: World, one: Comment | Note) -> Any:
    if isinstance(one, Note):
        return thing("t4", note_data(world, one))
    why = world.why(one, world.account)
    subject = {"username_mention": "username mention", "post_reply": "post reply", "comment_reply": "comment reply"}
    return thing(
        "t1",
        shaped(
            "t1 inbox",
            **said(world, one),
            subject=subject[why],
            type=why,
            dest=world.account,
            was_comment=True,
            new=one.new,
            link_title=one.post.title,
            parent_id=one.parent,
            subreddit=world.subreddit,
            subreddit_name_prefixed=f"r/{world.subreddit}",
            context=f"/r/{world.subreddit}/comments/{one.post.id}/title/{one.id}/?context=3",
        ),
    )


def said(world: World, one: Comment | Note) -> dict[str, Any]:
    """What a comment and a private message have in common."""
    gone = one.author in world.deleted
    author = "[deleted]" if gone else one.author
    by = None if gone or author is None else f"t2_{len(str(author))}"
    return {
        "id": one.id,
        "name": one.name,
        "author": author,
        "author_fullname": by,
        "body": one.body,
        "body_html": rendered(one.body),
        "replies": "",
        **stamp(one.at),
    }


def note_data(world: World, note: Note) -> dict[str, Any]:
    first = None if note.root == note.id else note.root
    return shaped(
        "t4",
        **said(world, note),
        dest=note.to,
        subject=note.subject,
        new=note.new,
        type="unknown",
        context="",
        first_message=int(first, 36) if first else None,
        first_message_name=f"t4_{first}" if first else None,
    )


def comment_data(world: World, one: Comment, kind: str) -> dict[str, Any]:
    return shaped(
        kind,
        **said(world, one),
        link_id=one.post.name,
        parent_id=one.parent,
        permalink=f"/r/{world.subreddit}/comments/{one.post.id}/title/{one.id}/",
        subreddit=world.subreddit,
        subreddit_name_prefixed=f"r/{world.subreddit}",
        **({"link_title": one.post.title, **seen_by_moderators(world, one)} if kind == "t1 user" else {}),
    )


def seen_by_moderators(world: World, one: Post | Comment) -> dict[str, bool]:
    """Whether a post or comment was removed, which Reddit tells moderators alone, of comments at least."""
    by = world.removed.get(one.name, "") if world.role == "moderator" else ""
    return {"removed": by == "moderator", "spam": by in ("reddit", "automod_filtered")}


def thread_data(world: World, one: Comment) -> dict[str, Any]:
    return comment_data(world, one, "t1 thread")


def post_data(world: World, post: Post, kind: str) -> dict[str, Any]:
    return shaped(
        kind,
        id=post.id,
        name=post.name,
        author=post.author,
        title=post.title,
        selftext=post.body,
        selftext_html=rendered(post.body),
        is_self=True,
        locked=post.locked,
        removed_by_category=world.removed.get(post.name),
        **(seen_by_moderators(world, post) if kind == "t3 user" else {}),
        permalink=f"/r/{world.subreddit}/comments/{post.id}/title/",
        subreddit=world.subreddit,
        subreddit_name_prefixed=f"r/{world.subreddit}",
        **stamp(post.at),
    )


def whole_conversation(world: World, one: Conversation) -> dict[str, Any]:
    return shaped(
        "modmail whole",
        conversation=conversation_data(world, one),
        messages={mail.id: mail_data(world, one, mail) for mail in one.mails},
    )


def conversation_data(world: World, one: Conversation) -> dict[str, Any]:
    mails: Iterable[Mail] = one.mails
    return shaped(
        "modmail conversation",
        id=one.id,
        subject=one.subject,
        authors=[mail_author(world, one, mail.author) for mail in mails],
        participant=mail_author(world, one, one.player),
        owner={"displayName": world.subreddit, "type": "subreddit", "id": "t5_sub"},
        objIds=[{"id": mail.id, "key": "messages"} for mail in mails],
        numMessages=len(one.mails),
        lastUpdated=one.mails[-1].at.isoformat(),
        lastUserUpdate=max((mail.at.isoformat() for mail in mails if mail.author == one.player), default=None),
        isRepliable=True,
    )


def mail_data(world: World, one: Conversation, mail: Mail) -> dict[str, Any]:
    return shaped(
        "modmail message",
        id=mail.id,
        body=rendered(mail.body),
        bodyMarkdown=mail.body,
        author=mail_author(world, one, mail.author),
        date=mail.at.isoformat(),
        isInternal=mail.internal,
    )


def mail_author(world: World, one: Conversation, name: str) -> dict[str, Any]:
    return {
        "isMod": name != one.player,
        "isAdmin": False,
        "name": name,
        "isOp": name == one.player,
        "isParticipant": name == one.player,
        "isApproved": False,
        "isHidden": False,
        "id": sum(map(ord, name)),
        "isDeleted": name in world.deleted,
    }
