"""What WordPress alone can do to us, on a real one: roles, floods, moderation, lost answers, shortcodes and smileys."""

from __future__ import annotations

from html import unescape

import pytest
import requests
from adapters.hostile_text import HOSTILE, page, shape, words
from adapters.wordpress_case import wordpress_site
from servers.proxy import LOST_ANSWER, Proxy

from pbp.adapters.filtered import survivable
from pbp.adapters.wordpress import WordPressBlog, as_sent
from pbp.errors import ConfigError, SiteDown, SiteRefused
from pbp.ports import Ref
from pbp.text.markup import MARKUPS, one_line

pytestmark = pytest.mark.xdist_group("wordpress")
m = MARKUPS["html"]


def body(key, *parts):
    return "".join([*parts, m.key(key)])


@pytest.fixture
def blog(wordpress):
    return wordpress_site(wordpress)


@pytest.fixture
def proxy(wordpress):
    server = Proxy(wordpress.url)
    server.start()
    yield server
    server.stop()


def is_write(request):
    return request.method == "POST"


def published(wordpress, kind="posts", **where):
    return requests.get(f"{wordpress.url}/wp-json/wp/v2/{kind}", params={"per_page": 100, **where}, timeout=60).json()


def by_hand(wordpress, role, kind, method="POST", **what):
    account = (role, wordpress.passwords[role])
    answer = requests.request(method, f"{wordpress.url}/wp-json/wp/v2/{kind}", json=what, auth=account, timeout=60)
    answer.raise_for_status()
    return answer.json()


def story(html):
    """The part of the blog's page that holds the post's body."""
    return html.partition('<div class="story">')[2].partition("</div></article>")[0]


def comments(html):
    return html.partition("</div></article>")[2]


@pytest.mark.parametrize(
    "wrong", [{"url": "blog.example"}, {"url": "ftp://blog.example"}, {"user": ""}, {"password": ""}]
)
def test_what_cannot_be_a_configuration_is_a_fault_at_once(wrong):
    with pytest.raises(ConfigError):
        WordPressBlog(**{"url": "https://blog.example", "user": "bm", "password": "x", **wrong})


def test_nothing_is_sent_before_the_first_call():
    blog = WordPressBlog("http://127.0.0.1:9", "battlemaster", "x")
    with pytest.raises(SiteDown):
        blog.find("duel-7")


def test_a_key_that_others_copy_is_not_ours(wordpress, blog):
    by_hand(wordpress, "author", "posts", title="x", content=body("duel-7"), status="publish")
    assert blog.find("duel-7") is None
    post = blog.post("duel-8", "Wizard Duel 8", body("duel-8", "story"))
    by_hand(wordpress, "administrator", "comments", post=int(post.id), content=body("c1", "copied"))
    assert blog.find("c1", post) is None


def test_the_oldest_post_is_found_beyond_one_page_of_answers(wordpress, blog):
    blog.post("duel-1", "Wizard Duel 1", body("duel-1"))
    wordpress.fill("editor", 120)
    assert blog.find("duel-1").url.endswith("/wizard-duel-1/")
    assert blog.find("duel-2") is None


def test_tables_and_lists_survive_in_posts_and_comments_of_an_editor(wordpress, blog):
    parts = (m.table(["Wizard", "Stars"], [["Alice", "+5"]]), m.items(["one"]))
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7", *parts))
    blog.comment("c1", post, body("c1", *parts))
    html = wordpress.page(post.url)
    for part in (story(html), comments(html)):
        assert '<th scope="col">Wizard</th>' in part and "<li>one</li>" in part


def test_the_key_survives_for_lesser_roles_too(wordpress):
    blog = wordpress_site(wordpress, "author")
    post = blog.post("duel--7", "Wizard Duel 7", body("duel--7", "story"))
    assert blog.find("duel--7") == post


@pytest.mark.parametrize("role, words", [("contributor", "role Editor"), ("author", "role Editor")])
def test_a_role_that_is_too_small_is_refused_with_what_to_do(wordpress, role, words):
    blog = wordpress_site(wordpress, role)
    with pytest.raises(SiteRefused, match=words):
        post = blog.post("duel-7", "Wizard Duel 7", body("duel-7", "story"))
        blog.find("c1", post)


def test_a_check_of_the_permissions_finds_nothing_or_says_what_to_do(wordpress, blog):
    assert blog.check() == []
    assert wordpress_site(wordpress, "author").check() == [
        "the account may not see its own comments in full: give it the role Editor"
    ]
    assert "publish posts" in wordpress_site(wordpress, "contributor").check()[0]


DROPS = "unset($_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'], $_SERVER['HTTP_AUTHORIZATION']);"


def test_a_wrong_user_or_password_is_told_from_a_header_that_is_dropped(wordpress):
    good = wordpress.passwords["editor"]
    for user, password in (("editor", "not this one"), ("nobody", good)):
        (fault,) = WordPressBlog(wordpress.url, user, password).check()
        assert "does not know this user with this password" in fault
        assert good not in fault and "not this one" not in fault
    wordpress.settings(DROPS)
    (fault,) = WordPressBlog(wordpress.url, "editor", good).check()
    assert "drops the Authorization header, user and password are right" in fault
    (fault,) = WordPressBlog(wordpress.url, "editor", "not this one").check()
    assert "does not know this user with this password" in fault
    wordpress.settings("add_filter('xmlrpc_enabled', '__return_false');")
    (fault,) = WordPressBlog(wordpress.url, "editor", "not this one").check()
    assert "does not know this user" not in fault and "is wrong, or the web server drops" in fault
    wordpress.settings("add_filter('wp_is_application_passwords_available', '__return_false');")
    (fault,) = WordPressBlog(wordpress.url, "editor", good).check()
    assert "application passwords switched off" in fault


RESULT = (
    m.para("Result of ", m.bold("duel 7")),
    m.table(["Wizard", "Cast", "Change", "Stars"], [["Cleo", "", "0", "20"], ["Zoë & <Co>", "Burn", "+5", "25"]]),
    m.heading("What happened", 3),
    m.items(["one [gallery]", m.link("https://x.example/?a=1&b=2", "two")]),
    m.pre("a\n  b"),
    m.picture("https://x.example/p.svg", "the ring"),
)


def test_a_result_whose_html_is_filtered_is_written_in_lines(wordpress):
    wordpress.settings("define('DISALLOW_UNFILTERED_HTML', true);")
    for role in ("editor", "author"):
        blog = wordpress_site(wordpress, role)
        post = blog.post(f"duel-{role}", "Wizard Duel 7", body(f"duel-{role}", *RESULT))
        result = blog.comment(f"c-{role}", post, body(f"c-{role}", *RESULT))
        html = comments(wordpress.page(post.url))
        text = words(html)
        assert "Cleo020" not in text
        for line in (
            "Result of duel 7",
            "Cleo: Change 0, Stars 20",
            "Zoë & <Co>: Cast Burn, Change +5, Stars 25",
            "What happened",
            "• one [gallery]",
            "the ring",
        ):
            assert line in text, text
        assert 'href="https://x.example/?a=1&b=2"' in unescape(html) and 'href="https://x.example/p.svg"' in html
        assert role == "author" or blog.find(f"c-{role}", post) == result
    (remark,) = wordpress_site(wordpress).remarks()
    assert "DISALLOW_UNFILTERED_HTML" in remark
    wordpress.settings("")
    assert wordpress_site(wordpress).remarks() == []


@pytest.mark.parametrize("user, password", [("editor", "wrong"), ("nobody", "wrong"), ("é", "ñ")])
def test_a_wrong_password_is_refused(wordpress, user, password):
    blog = WordPressBlog(wordpress.url, user, password)
    with pytest.raises(SiteRefused):
        blog.find("duel-7")
    with pytest.raises(SiteRefused):
        blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    assert published(wordpress) == []


def test_the_same_words_twice_are_one_comment(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    first = blog.comment("c1", post, body("c1", "result"))
    assert blog.comment("c1", post, body("c1", "result")) == first
    assert len(published(wordpress, "comments", post=post.id)) == 1


def test_a_flood_is_down_for_a_while(wordpress):
    author = wordpress_site(wordpress, "author")
    post = author.post("duel-7", "Wizard Duel 7", body("duel-7"))
    author.comment("c1", post, body("c1", "one"))
    with pytest.raises(SiteDown) as caught:
        author.comment("c2", post, body("c2", "two"))
    assert caught.value.retry_at is not None


def test_a_comment_held_for_moderation_is_refused_until_it_is_approved(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    wordpress.settings("add_filter('pre_comment_approved', function () { return 0; });")
    for _ in range(2):
        with pytest.raises(SiteRefused, match="approve it"):
            blog.comment("c1", post, body("c1", "result"))
        with pytest.raises(SiteRefused, match="approve it"):
            blog.find("c1", post)
    (held,) = by_hand(wordpress, "administrator", f"comments?status=hold&post={post.id}", "GET")
    by_hand(wordpress, "administrator", f"comments/{held['id']}", status="approved")
    assert blog.find("c1", post).id == str(held["id"])


def test_a_comment_that_is_taken_for_spam_is_called_so(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    wordpress.settings("add_filter('pre_comment_approved', function () { return 'spam'; });")
    with pytest.raises(SiteRefused, match="is taken for spam: mark it there as no spam"):
        blog.comment("c1", post, body("c1", "result"))


@pytest.mark.parametrize(
    ("status", "words"),
    [(None, "was put into the trash"), ("draft", "was taken back to a draft"), ("pending", "waits for review")],
)
def test_why_readers_do_not_see_a_post_is_said(wordpress, blog, status, words):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    if status:
        by_hand(wordpress, "administrator", f"posts/{post.id}", status=status)
    else:
        by_hand(wordpress, "administrator", f"posts/{post.id}", "DELETE")
    assert words in blog.hidden([post], [])[post]


def test_what_was_deleted_for_good_is_hidden_too(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    comment = blog.comment("c1", post, body("c1", "result"))
    by_hand(wordpress, "administrator", f"comments/{comment.id}?force=true", "DELETE")
    assert blog.hidden([post], [comment]) == {comment: "was deleted"}


def test_a_post_taken_back_to_a_draft_is_refused(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    by_hand(wordpress, "administrator", f"posts/{post.id}", status="draft")
    with pytest.raises(SiteRefused, match="draft"):
        blog.find("duel-7")
    with pytest.raises(SiteRefused, match="draft"):
        blog.comment("c1", post, body("c1", "result"))


@pytest.mark.parametrize("id", ["99999", "x", ""])
def test_a_comment_on_no_post_is_refused(blog, id):
    with pytest.raises(SiteRefused):
        blog.comment("c1", Ref(id, ""), body("c1", "result"))


def test_closed_comments_are_refused_with_what_to_do(wordpress, blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    by_hand(wordpress, "administrator", f"posts/{post.id}", comment_status="closed")
    with pytest.raises(SiteRefused, match="Open the comments"):
        blog.comment("c1", post, body("c1", "result"))


def test_a_comment_that_is_too_long_is_refused(blog):
    post = blog.post("duel-7", "Wizard Duel 7", body("duel-7"))
    with pytest.raises(SiteRefused, match="longer than WordPress allows"):
        blog.comment("c1", post, body("c1", "x" * 70_000))


def test_an_interface_switched_off_is_refused(wordpress, blog):
    wordpress.settings("add_filter('rest_endpoints', '__return_empty_array');")
    with pytest.raises(SiteRefused, match="switched the REST interface off"):
        blog.find("duel-7")


def test_a_blog_under_maintenance_is_down(wordpress, blog):
    wordpress.settings("http_response_code(503); header('Retry-After: 600'); echo 'back soon'; exit;")
    with pytest.raises(SiteDown) as caught:
        blog.find("duel-7")
    assert caught.value.retry_at is not None


def test_words_before_the_json_are_no_answer(wordpress, blog):
    wordpress.settings("echo 'Notice: a plugin is chatty';")
    with pytest.raises(SiteDown):
        blog.find("duel-7")


def test_writes_whose_answers_were_lost_are_sent_once_and_found(wordpress, proxy):
    blog = wordpress_site(wordpress, url=proxy.url)
    proxy.plan = lambda request: LOST_ANSWER if is_write(request) else None
    with pytest.raises(SiteDown):
        blog.post("duel-7", "Wizard Duel 7", body("duel-7", "story"))
    post = blog.find("duel-7")
    with pytest.raises(SiteDown):
        blog.comment("c1", post, body("c1", "result"))
    assert blog.find("c1", post)
    assert sum(map(is_write, proxy.seen)) == 2
    assert len(published(wordpress)) == len(published(wordpress, "comments")) == 1


def test_titles_are_shown_as_they_stand(wordpress, blog):
    post = blog.post("duel-7", "Wizard <b>Duel</b> & [gallery] 7", body("duel-7", "story"))
    html = wordpress.page(post.url)
    assert "Wizard <b>Duel" not in html
    assert words(html.partition("<h1>")[2].partition("</h1>")[0]) == "Wizard <b>Duel</b> & [gallery] 7"


def test_hostile_text_changes_no_markup_around_it(wordpress, blog):
    plain = blog.post("plain", "Plain", body("plain", page("html", "¤")))
    blog.comment("c-plain", plain, body("c-plain", page("html", "¤")))
    html = wordpress.page(plain.url)
    wanted = [shape(story(html)), shape(comments(html))]
    changed = []
    for n, text in enumerate(HOSTILE):
        post = blog.post(f"h{n}", "Hostile", body(f"h{n}", page("html", text)))
        blog.comment(f"c{n}", post, body(f"c{n}", page("html", text)))
        html = wordpress.page(post.url)
        if [shape(story(html)), shape(comments(html))] != wanted:
            changed.append(text)
        assert blog.find(f"h{n}") == post and blog.find(f"c{n}", post)
    assert changed == []


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_sent_reads_as_what_was_meant(text):
    meant = page("html", text)
    assert words(as_sent(meant)) == words(meant)
    assert shape(as_sent(meant)) == shape(meant)
    assert one_line(text) in words(meant)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_word_is_lost_or_gets_a_meaning_in_lines(text):
    lines = survivable(page("html", text))
    tags = {tag.split()[0].strip("</>") for tag in shape(lines)}
    assert tags <= {"a", "strong", "code", "!--"}, tags
    assert one_line(text).replace(" ", "") in words(lines).replace(" ", "").replace("\xa0", "")
