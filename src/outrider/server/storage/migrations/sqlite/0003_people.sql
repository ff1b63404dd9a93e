-- Processes of the server that live: `beats` goes on while one does, `changes` when its people come
-- and go.
CREATE TABLE processes (
    process TEXT PRIMARY KEY,
    beats INTEGER NOT NULL,
    changes INTEGER NOT NULL
) WITHOUT ROWID;

-- How many sockets speak for a seat at a process; for the seat '' how many only watch. A match that
-- is deleted leaves no trace here for long: its sockets are closed.
CREATE TABLE presence (
    process TEXT NOT NULL REFERENCES processes (process) ON DELETE CASCADE,
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (process, match, seat)
) WITHOUT ROWID;

-- Who does not want to see a match in their list any more.
CREATE TABLE hidden (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, who)
) WITHOUT ROWID;

-- Where a match came from, as a keyed hash of the address, and how long the record was that somebody
-- brought along.
CREATE TABLE origins (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    bytes INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX origins_origin ON origins (origin);
