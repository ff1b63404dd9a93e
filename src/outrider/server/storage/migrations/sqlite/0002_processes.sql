CREATE TABLE leases (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    process TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX leases_process ON leases (process);

-- One row: when a server was last alive.
CREATE TABLE beats (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER
);

INSERT INTO beats (one, last) VALUES (1, NULL);

CREATE TABLE downs (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
);

CREATE INDEX downs_until ON downs (until);

CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
