import pytest

from accounts.agents import browser_of

pytestmark = pytest.mark.pure


WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/2 Firefox/143.0", "Firefox on Linux"),
        (
            f"(Windows NT 10.0; Win64) {WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Windows",
        ),
        (f"(iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Safari/604.1", "Safari on iPhone"),
        (f"(Linux; Android 10; K) {WEBKIT} Chrome/140.0 Safari/537.36", "Chrome on Android"),
        ("curl/8.5", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_told_in_a_few_words(user_agent: str, words: str) -> None:
    assert browser_of(user_agent) == words
