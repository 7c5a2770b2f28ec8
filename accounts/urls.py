"""The addresses of the account pages, named as allauth names them, and of the settings."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.urls import include, path

from accounts import settings_views, views

password = [
    path("change/", account.password_change, name="account_change_password"),
    path("set/", account.password_set, name="account_set_password"),
    path("reset/", account.password_reset, name="account_reset_password"),
    path(
        "reset/confirm/",
        account.confirm_password_reset_code,
        name="account_confirm_password_reset_code",
    ),
    path(
        "reset/complete/",
        account.complete_password_reset,
        name="account_complete_password_reset",
    ),
    path(
        "reset/done/",
        account.password_reset_from_key_done,
        name="account_password_reset_completed",
    ),
]

second_step = [
    path("", mfa.index, name="mfa_index"),
    path("authenticate/", mfa.authenticate, name="mfa_authenticate"),
    path("reauthenticate/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("app/activate/", totp.activate_totp, name="mfa_activate_totp"),
    path("app/deactivate/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("codes/generate/", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("codes/download/", recovery.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("passkeys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("passkeys/log-in/", views.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path(
        "passkeys/reauthenticate/",
        views.PasskeyAgainView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkeys/<int:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]

settings = [
    path("", settings_views.profile, name="profile"),
    path("look/", settings_views.look, name="look"),
    path("leaderboards/", settings_views.leaderboards, name="leaderboards"),
    path("leaderboards/off/", settings_views.leaderboards_off, name="leaderboards_off"),
    path("leaderboards/on/", settings_views.leaderboards_on, name="leaderboards_on"),
    path("bans/", settings_views.bans, name="bans"),
    path("data/", settings_views.data, name="data"),
    path("close/", settings_views.close, name="close"),
]

urlpatterns = [
    path("accounts/login/", views.LoginView.as_view(), name="account_login"),
    path("accounts/login/without-guest/", views.give_up_guest, name="give_up_guest"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("accounts/inactive/", account.account_inactive, name="account_inactive"),
    path("accounts/signup/", views.RegistrationView.as_view(), name="account_signup"),
    path("accounts/reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("accounts/email/", account.email, name="account_email"),
    path(
        "accounts/confirm-email/",
        account.email_verification_sent,
        name="account_email_verification_sent",
    ),
    path("accounts/password/", include(password)),
    path("accounts/second-step/", include(second_step)),
    path("accounts/sessions/", views.sessions, name="usersessions_list"),
    path("settings/", include((settings, "settings"))),
]
