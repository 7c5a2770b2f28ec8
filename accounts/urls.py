from allauth.account import views
from django.urls import path

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    # allauth's log-in needs the names of these two: each is one page that says no.
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", views.signup, name="account_signup"),
]
