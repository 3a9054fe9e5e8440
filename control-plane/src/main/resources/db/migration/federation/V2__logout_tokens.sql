-- Logout tokens that were obeyed. Each works once: shown again it would end the next session.
CREATE TABLE federation.logout_token (
    issuer     text NOT NULL,
    jti_digest bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, jti_digest)
);
CREATE INDEX logout_token_by_expiry ON federation.logout_token (expires_at);

-- Logins the issuer ended. Tokens that came from one are refused, however long they would live.
CREATE TABLE federation.ended_login (
    issuer   text NOT NULL,
    sid      text NOT NULL,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, sid)
);
CREATE INDEX ended_login_by_age ON federation.ended_login (ended_at);

-- People all of whose logins the issuer ended: what it issued for them up to then is refused.
CREATE TABLE federation.ended_subject (
    issuer      text NOT NULL,
    subject     text NOT NULL,
    issued_upto timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX ended_subject_by_age ON federation.ended_subject (ended_at);
