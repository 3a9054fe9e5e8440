-- Answers given to requests that carried an Idempotency-Key, until they expire. A row is written in
-- the transaction of the request itself: a request that failed or died leaves none.
CREATE TABLE pipeline.idempotency (
    principal_id text  NOT NULL,
    operation    text  NOT NULL,
    key          text  NOT NULL,
    fingerprint  bytea NOT NULL,
    status       smallint,
    body         bytea,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (principal_id, operation, key)
) WITH (fillfactor = 80);
CREATE INDEX idempotency_expiry ON pipeline.idempotency (expires_at);
