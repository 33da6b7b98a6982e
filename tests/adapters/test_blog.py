"""What the service relies on in a blog, whatever the blog."""

from pbp.ports import Ref


def test_a_post_is_found_again_by_its_key(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    assert blog.find("duel-7") is None
    posted = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time"))
    assert blog.find("duel-7") == posted
    assert blog.find("duel-70") is None and blog.find("duel") is None


def test_a_comment_is_found_again_by_its_key_on_its_post(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    seven = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time"))
    eight = blog.post("duel-8", "Wizard Duel 8", mark("duel-8", "Battle time"))
    assert blog.find("duel-7-result", seven) is None
    comment = blog.comment("duel-7-result", seven, mark("duel-7-result", "Alice gains 5"))
    assert blog.find("duel-7-result", seven) == comment
    assert blog.find("duel-7-result", eight) is None
    assert blog.find("duel-7-result") is None


def test_a_reader_finds_post_and_comments_in_order(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    post = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time is near"))
    first = blog.comment("c1", post, mark("c1", "The battle is about to commence"))
    second = blog.comment("c2", post, mark("c2", "Alice gains 5 Stars"))
    shown = on_blog.shown(post.url)
    assert "Wizard Duel 7" in shown and "Battle time is near" in shown
    assert shown.index("about to commence") < shown.index("Alice gains 5 Stars")
    assert len({post.url, first.url, second.url}) == 3


def test_an_address_kept_elsewhere_is_enough_to_comment(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    post = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time"))
    kept = Ref(post.id, post.url)
    blog.comment("c1", kept, mark("c1", "still here"))
    assert "still here" in on_blog.shown(post.url)


def test_of_two_copies_the_older_stays_and_the_newer_can_be_taken_back(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    post = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time"))
    assert blog.copies("duel-7") == [post] and blog.copies("duel-8") == []
    first = blog.comment("c1", post, mark("c1", "Alice gains 5"))
    blog.comment("c2", post, mark("c2", "another"))
    assert blog.copies("c1", post) == [first] and blog.copies("c3", post) == []
    if on_blog.double is None:
        return  # a site of our own takes a key once
    on_blog.double(lambda: blog.comment("c1", post, mark("c1", "Alice gains 5")))
    blog.comment("c4", post, mark("c4", "one more"))
    kept, copy = blog.copies("c1", post)
    assert kept == first
    assert on_blog.shown(post.url).count("Alice gains 5") == 2
    blog.take_back(copy, post)
    assert blog.copies("c1", post) == [first] == [blog.find("c1", post)]
    shown = on_blog.shown(post.url)
    assert [shown.count(words) for words in ("Alice gains 5", "another", "one more")] == [1, 1, 1]


def test_what_readers_do_not_see_is_told(on_blog):
    blog, mark = on_blog.blog, on_blog.mark
    seven = blog.post("duel-7", "Wizard Duel 7", mark("duel-7", "Battle time"))
    eight = blog.post("duel-8", "Wizard Duel 8", mark("duel-8", "Battle time"))
    first, second = (blog.comment(key, seven, mark(key, f"Alice gains {key}")) for key in ("c1", "c2"))
    assert blog.hidden([seven, eight], [first, second]) == {} == blog.hidden([], [])
    on_blog.hide(second, seven)
    hidden = blog.hidden([seven, eight], [second])
    assert hidden.keys() == {second} and hidden[second].isprintable()
    on_blog.hide(eight, None)
    assert blog.hidden([seven, eight], []).keys() == {eight}
