"""The site's settings for tests: a data folder of their own, cheap passwords, plain HTTP."""

import os
import tempfile

# Each test process has its own data folder; servers that tests start inherit the variables.
_folder = tempfile.TemporaryDirectory(prefix="low-man-tests-")
os.environ["DATA_DIR"] = _folder.name
os.environ.setdefault("SECRET_KEY", "a-key-for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
os.environ.setdefault("INSECURE_HTTP", "true")
os.environ.setdefault("EMAIL_URL", "consolemail://")
os.environ["REDIS_PREFIX"] = f"low-man-test-{os.getpid()}"

from config.settings import *  # noqa: E402, F403

# On both set-ups; tests of the other way say so.
EMAIL_VERIFICATION = "optional"
STAFF_SECOND_STEP = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
