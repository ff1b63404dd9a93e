-- Campaigns under way. `body` is the campaign's own JSON, `course` how far it has gone, `seats` who
-- plays it; a change is written over the version that it was made from, and over no other.
CREATE TABLE campaigns (
    id text PRIMARY KEY,
    game text NOT NULL,
    title text NOT NULL,
    host text NOT NULL,
    origin text NOT NULL,
    bytes bigint NOT NULL,
    stage text NOT NULL,
    version bigint NOT NULL,
    created bigint NOT NULL,
    touched bigint NOT NULL,
    body text NOT NULL,
    setup text NOT NULL,
    seats text NOT NULL,
    course text NOT NULL
);

CREATE INDEX campaigns_touched ON campaigns (stage, touched);
CREATE INDEX campaigns_origin ON campaigns (origin);

-- Whose campaign it is, to list it.
CREATE TABLE followers (
    campaign text NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    who text NOT NULL,
    PRIMARY KEY (campaign, who)
);

CREATE INDEX followers_who ON followers (who);

-- Which matches are its battles: they stay as long as it goes on.
CREATE TABLE battles (
    match text PRIMARY KEY,
    campaign text NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE
);

CREATE INDEX battles_campaign ON battles (campaign);
