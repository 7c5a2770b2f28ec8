"""The addresses of the pages about tables; ``config.urls`` includes both lists."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from tables import views
from tables.views_data import data_download


class TextConverter(StringConverter):
    """A part of a path without NUL, which PostgreSQL takes for no text."""

    regex = r"[^/\0]+"


register_converter(TextConverter, "text")

tables = [
    path("new/", views.new, name="new"),
    path("open/", views.open_tables, name="open"),
    path("play-now/", views.play_now, name="play_now"),
    path("practice/", views.practice, name="practice"),
    path("ranked/", views.play_ranked, name="play_ranked"),
    path("way-back/", views.way_back, name="way_back"),
    path("<text:code>/", views.table, name="table"),
    path("<text:code>/join/<text:token>/", views.join, name="join"),
    path("<text:code>/sit/", views.sit, name="sit"),
    path("<text:code>/again/", views.again, name="again"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("settings/data/download/", data_download, name="data_download"),
    path("tables/", include((tables, "tables"))),
]
