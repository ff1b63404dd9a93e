-- A match changes with every line; what never changes lies apart, so that it is not written again.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    host TEXT NOT NULL,
    watch TEXT NOT NULL,
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    created INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('open', 'revealing', 'running', 'over', 'archived')),
    result TEXT,
    touched INTEGER NOT NULL,
    due INTEGER
) WITHOUT ROWID;

CREATE INDEX matches_host ON matches (host);
CREATE INDEX matches_stage ON matches (stage);
CREATE INDEX matches_open ON matches (created) WHERE listed = 1 AND stage = 'open';
CREATE INDEX matches_due ON matches (due) WHERE due IS NOT NULL;

CREATE TABLE terms (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    setup TEXT NOT NULL
);

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    seat TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT,
    name TEXT,
    who TEXT,
    token TEXT,
    invite TEXT,
    commitment TEXT,
    entropy TEXT,
    engine INTEGER NOT NULL CHECK (engine IN (0, 1)),
    PRIMARY KEY (match, seat),
    UNIQUE (match, place)
) WITHOUT ROWID;

CREATE INDEX seats_who ON seats (who) WHERE who IS NOT NULL;

CREATE TABLE lines (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n >= 1),
    line TEXT NOT NULL,
    at INTEGER NOT NULL,
    client TEXT,
    PRIMARY KEY (match, n)
) WITHOUT ROWID;

CREATE UNIQUE INDEX lines_client ON lines (match, client) WHERE client IS NOT NULL;

CREATE TRIGGER lines_stay BEFORE UPDATE ON lines
BEGIN
    SELECT RAISE(ABORT, 'a line once written is never changed');
END;

-- When a match is deleted, its row is gone before those of its lines.
CREATE TRIGGER lines_go_with_their_match BEFORE DELETE ON lines
WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match)
BEGIN
    SELECT RAISE(ABORT, 'a line is deleted with its match only');
END;
