-- Which installation of a host a certificate belongs to. The number rises when the host is rebuilt, joins with a token
-- or has its certificates revoked; what is said under a certificate of an earlier one is not believed.
ALTER TABLE nodes.node
    ADD COLUMN incarnation integer NOT NULL DEFAULT 1,
    -- The rebuild that began and from which the host has not come back with its join token.
    ADD COLUMN rebuild_id uuid;
ALTER TABLE nodes.certificate ADD COLUMN incarnation integer NOT NULL DEFAULT 1;
-- Of the node when the token was used: after the next rebuild or revocation it lets nobody in again.
ALTER TABLE nodes.join_token ADD COLUMN incarnation integer;
-- Tokens used before keep counting for a repeated request until something changes.
UPDATE nodes.join_token SET incarnation = 1 WHERE used_at IS NOT NULL;
CREATE INDEX join_token_of_node ON nodes.join_token (node_id) WHERE node_id IS NOT NULL;
