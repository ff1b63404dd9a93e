-- Tables and scenarios that people have shared. One never changes; when it is deleted its body goes,
-- and `gone` says who did it, so that a link to it can be answered.
CREATE TABLE designs (
    id text PRIMARY KEY,
    game text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    author text NOT NULL,
    who text NOT NULL,
    origin text NOT NULL,
    bytes bigint NOT NULL,
    listed boolean NOT NULL,
    hidden boolean NOT NULL,
    gone text,
    created bigint NOT NULL,
    follows text,
    body text
);

CREATE INDEX designs_created ON designs (created);
CREATE INDEX designs_who ON designs (who);
CREATE INDEX designs_origin ON designs (origin);
