CREATE TABLE leases (
    match text PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    process text NOT NULL,
    until bigint NOT NULL
);

CREATE INDEX leases_process ON leases (process);

-- One row: when a server was last alive.
CREATE TABLE beats (
    one integer PRIMARY KEY CHECK (one = 1),
    last bigint
);

INSERT INTO beats (one, last) VALUES (1, NULL);

CREATE TABLE downs (
    since bigint NOT NULL,
    until bigint NOT NULL
);

CREATE INDEX downs_until ON downs (until);

CREATE TABLE kept (
    name text PRIMARY KEY,
    value text NOT NULL
);
