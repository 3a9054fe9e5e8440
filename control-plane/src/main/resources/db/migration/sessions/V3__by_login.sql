-- An outside issuer names the login it ended.
CREATE INDEX session_by_login ON sessions.session (issuer_login) WHERE issuer_login IS NOT NULL;
