-- Tables and scenarios that people have shared. One never changes; when it is deleted its body goes,
-- and `gone` says who did it, so that a link to it can be answered.
CREATE TABLE designs (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    who TEXT NOT NULL,
    origin TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    gone TEXT,
    created INTEGER NOT NULL,
    follows TEXT,
    body TEXT
) WITHOUT ROWID;

CREATE INDEX designs_created ON designs (created);
CREATE INDEX designs_who ON designs (who);
CREATE INDEX designs_origin ON designs (origin);
