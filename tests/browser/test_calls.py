"""Who waits in another tab is called, if they want to be: by the title, a tone, a notification."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.playing import by_mouse, practise

# The system's own notifications can't be looked at: this notes what would be shown.
NOTED = """
window.asked = 0;
window.shown = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.asked += 1;
    return (Notification.permission = "granted");
  }
  constructor(text) { window.shown.push(text); }
  close() {}
};
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def game(new_page: NewPage) -> Page:
    page = new_page()
    page.context.add_init_script(NOTED)
    page.reload()
    practise(page)
    page.wait_for_selector("#hand .card[aria-pressed]")
    return page


def test_the_title_says_whose_turn_it_is_and_nothing_is_asked_on_coming(new_page: NewPage) -> None:
    page = game(new_page)
    assert page.title().startswith("Your pass")
    page.evaluate(HIDE, True)
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    assert page.title().startswith("Your turn")
    assert (page.evaluate("asked"), page.evaluate("shown")) == (0, [])


def test_who_wants_to_be_called_is_while_the_page_is_hidden(new_page: NewPage) -> None:
    page = game(new_page)
    page.get_by_role("button", name="Call me at my turn").click()
    expect(page.get_by_role("alert")).to_contain_text("get a notification when it is your turn")
    assert page.evaluate("asked") == 1

    page.evaluate(HIDE, True)
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    assert page.evaluate("shown") == ["It is your turn."]
    page.evaluate(HIDE, False)
    by_mouse(page)
    page.wait_for_selector("#hand .card.ok")
    assert page.evaluate("shown") == ["It is your turn."]

    page.reload()
    choice = page.get_by_role("button", name="Call me at my turn")
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Stay quiet").click()
    expect(choice).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("asked") == 0
