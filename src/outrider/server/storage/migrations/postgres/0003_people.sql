-- Processes of the server that live: `beats` goes on while one does, `changes` when its people come
-- and go.
CREATE TABLE processes (
    process text PRIMARY KEY,
    beats bigint NOT NULL,
    changes bigint NOT NULL
);

-- How many sockets speak for a seat at a process; for the seat '' how many only watch. A match that
-- is deleted leaves no trace here for long: its sockets are closed.
CREATE TABLE presence (
    process text NOT NULL REFERENCES processes (process) ON DELETE CASCADE,
    match text NOT NULL,
    seat text NOT NULL,
    count integer NOT NULL CHECK (count > 0),
    PRIMARY KEY (process, match, seat)
);

-- Who does not want to see a match in their list any more.
CREATE TABLE hidden (
    match text NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    who text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (match, who)
);

-- Where a match came from, as a keyed hash of the address, and how long the record was that somebody
-- brought along.
CREATE TABLE origins (
    match text PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    origin text NOT NULL,
    bytes bigint NOT NULL
);

CREATE INDEX origins_origin ON origins (origin);
