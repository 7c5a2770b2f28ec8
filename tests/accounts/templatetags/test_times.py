from datetime import UTC, datetime

import pytest

from accounts.templatetags.times import moment

pytestmark = pytest.mark.pure

SHOWN = '<time datetime="2026-09-21T14:13:20Z" data-moment>21 September 2026, 14:13 UTC</time>'


def test_a_moment_is_shown_in_utc_for_the_browser_to_put_into_its_own_time() -> None:
    assert moment(1_790_000_000_123) == SHOWN
    assert moment(datetime(2026, 9, 21, 14, 13, 20, tzinfo=UTC)) == SHOWN
