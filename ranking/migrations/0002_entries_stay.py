"""The database refuses to change an entry of a rating or of the queen ledger."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLES = ["ranking_ratingchange", "ranking_queenentry"]
MAKE = {
    "postgresql": """CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION ranking_entry_stays()""",
    "sqlite": """CREATE TRIGGER {table}_stays BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END""",
}
DROP = {
    "postgresql": "DROP TRIGGER {table}_stays ON {table}",
    "sqlite": "DROP TRIGGER {table}_stays",
}
MAKE_FUNCTION = """CREATE FUNCTION ranking_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'an entry is never changed'
    USING ERRCODE = 'restrict_violation'; END $$"""


def make(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(MAKE_FUNCTION)
    for table in TABLES:
        schema_editor.execute(MAKE[vendor].format(table=table))


def drop(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    for table in TABLES:
        schema_editor.execute(DROP[vendor].format(table=table))
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION ranking_entry_stays()")


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
