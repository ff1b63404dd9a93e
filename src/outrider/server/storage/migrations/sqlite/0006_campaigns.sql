-- Campaigns under way. `body` is the campaign's own JSON, `course` how far it has gone, `seats` who
-- plays it; a change is written over the version that it was made from, and over no other.
CREATE TABLE campaigns (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    host TEXT NOT NULL,
    origin TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    stage TEXT NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    body TEXT NOT NULL,
    setup TEXT NOT NULL,
    seats TEXT NOT NULL,
    course TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX campaigns_touched ON campaigns (stage, touched);
CREATE INDEX campaigns_origin ON campaigns (origin);

-- Whose campaign it is, to list it.
CREATE TABLE followers (
    campaign TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    PRIMARY KEY (campaign, who)
) WITHOUT ROWID;

CREATE INDEX followers_who ON followers (who);

-- Which matches are its battles: they stay as long as it goes on.
CREATE TABLE battles (
    match TEXT PRIMARY KEY,
    campaign TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX battles_campaign ON battles (campaign);
