-- A match changes with every line; what never changes lies apart, so that it is not written again.
CREATE TABLE matches (
    id text PRIMARY KEY,
    game text NOT NULL,
    rules text NOT NULL,
    host text NOT NULL,
    watch text NOT NULL,
    listed boolean NOT NULL,
    created bigint NOT NULL,
    stage text NOT NULL CHECK (stage IN ('open', 'revealing', 'running', 'over', 'archived')),
    result json,
    touched bigint NOT NULL,
    due bigint
);

CREATE INDEX matches_host ON matches (host);
CREATE INDEX matches_stage ON matches (stage);
CREATE INDEX matches_open ON matches (created) WHERE listed AND stage = 'open';
CREATE INDEX matches_due ON matches (due) WHERE due IS NOT NULL;

-- json, not jsonb: what is read is what was written, to the order of its keys.
CREATE TABLE terms (
    match text PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    header json NOT NULL,
    setup json NOT NULL
);

CREATE TABLE seats (
    match text NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    place integer NOT NULL,
    seat text NOT NULL,
    kind text NOT NULL,
    level text,
    name text,
    who text,
    token text,
    invite text,
    commitment text,
    entropy text,
    engine boolean NOT NULL,
    PRIMARY KEY (match, seat),
    UNIQUE (match, place)
);

CREATE INDEX seats_who ON seats (who) WHERE who IS NOT NULL;

CREATE TABLE lines (
    match text NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n integer NOT NULL CHECK (n >= 1),
    line json NOT NULL,
    at bigint NOT NULL,
    client text,
    PRIMARY KEY (match, n)
);

CREATE UNIQUE INDEX lines_client ON lines (match, client) WHERE client IS NOT NULL;

CREATE FUNCTION lines_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a line once written is never changed';
END;
$$;

CREATE TRIGGER lines_stay BEFORE UPDATE ON lines
    FOR EACH ROW EXECUTE FUNCTION lines_stay();

CREATE TRIGGER lines_stay_all BEFORE TRUNCATE ON lines
    FOR EACH STATEMENT EXECUTE FUNCTION lines_stay();

-- When a match is deleted, its row is gone before those of its lines.
CREATE FUNCTION lines_go_with_their_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM matches WHERE id = OLD.match) THEN
        RAISE EXCEPTION 'a line is deleted with its match only';
    END IF;
    RETURN OLD;
END;
$$;

CREATE TRIGGER lines_go_with_their_match BEFORE DELETE ON lines
    FOR EACH ROW EXECUTE FUNCTION lines_go_with_their_match();
