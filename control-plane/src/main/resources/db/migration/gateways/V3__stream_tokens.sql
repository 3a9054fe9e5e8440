-- Tokens have a store of their own, which may also be Redis. Kept as digests; one that was used stays until it would
-- have expired, so that a replay can be told from a guess.
CREATE TABLE gateways.stream_token (
    digest     text        NOT NULL PRIMARY KEY,
    stream_id  uuid        NOT NULL,
    gateway_id uuid        NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX stream_token_expires ON gateways.stream_token (expires_at);
INSERT INTO gateways.stream_token (digest, stream_id, gateway_id, expires_at, used_at)
SELECT token_digest, id, gateway_id, expires_at, consumed_at FROM gateways.stream WHERE expires_at > now();
ALTER TABLE gateways.stream DROP COLUMN token_digest;
