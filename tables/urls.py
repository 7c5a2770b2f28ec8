"""The addresses of the pages about tables; ``config.urls`` includes both lists."""

from django.urls import include, path

from tables import views
from tables.views_data import data_download

tables = [
    path("new/", views.new, name="new"),
    path("open/", views.open_tables, name="open"),
    path("play-now/", views.play_now, name="play_now"),
    path("practice/", views.practice, name="practice"),
    path("<str:code>/", views.table, name="table"),
    path("<str:code>/join/<str:token>/", views.join, name="join"),
    path("<str:code>/sit/", views.sit, name="sit"),
    path("<str:code>/again/", views.again, name="again"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("settings/data/download/", data_download, name="data_download"),
    path("tables/", include((tables, "tables"))),
]
