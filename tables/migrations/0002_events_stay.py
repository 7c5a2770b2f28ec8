"""The database refuses to change a stored event."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = {
    "postgresql": [
        """CREATE FUNCTION tables_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
           BEGIN RAISE EXCEPTION 'a stored event is never changed'
           USING ERRCODE = 'restrict_violation'; END $$""",
        """CREATE TRIGGER tables_event_stays BEFORE UPDATE OR DELETE ON tables_event
           FOR EACH ROW EXECUTE FUNCTION tables_event_stays()""",
    ],
    "sqlite": [
        """CREATE TRIGGER tables_event_stays BEFORE UPDATE ON tables_event
           BEGIN SELECT RAISE(ABORT, 'a stored event is never changed'); END""",
    ],
}
DROP = {
    "postgresql": [
        "DROP TRIGGER tables_event_stays ON tables_event",
        "DROP FUNCTION tables_event_stays()",
    ],
    "sqlite": ["DROP TRIGGER tables_event_stays"],
}


def make(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
