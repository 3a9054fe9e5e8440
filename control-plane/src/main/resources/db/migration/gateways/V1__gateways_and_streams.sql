-- A program that carries streams between nodes and people.
CREATE TABLE gateways.gateway (
    id            uuid   NOT NULL PRIMARY KEY,
    name          text   NOT NULL UNIQUE,
    host_names    text[] NOT NULL,
    secret_digest text   NOT NULL,
    revoked_at    timestamptz,
    -- What it last said about itself.
    public_url    text,
    node_url      text,
    streams       integer NOT NULL DEFAULT 0,
    heard_at      timestamptz,
    created_at    timestamptz NOT NULL
);

-- One reader and one node that meet at a gateway. The token is kept as a digest and used once.
CREATE TABLE gateways.stream (
    id               uuid NOT NULL PRIMARY KEY,
    gateway_id       uuid NOT NULL REFERENCES gateways.gateway,
    node_id          uuid NOT NULL,
    role             text NOT NULL CHECK (role IN ('logs')),
    source           text NOT NULL,
    token_digest     text NOT NULL UNIQUE,
    principal_id     text NOT NULL,
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    ends_at          timestamptz NOT NULL,
    consumed_at      timestamptz,
    node_attached_at timestamptz,
    ended_at         timestamptz
);
CREATE INDEX stream_open ON gateways.stream (node_id) WHERE ended_at IS NULL;
CREATE INDEX stream_of_gateway ON gateways.stream (gateway_id) WHERE ended_at IS NULL;
CREATE INDEX stream_ended ON gateways.stream (ended_at) WHERE ended_at IS NOT NULL;
