-- The certificates gateways were given, until they expire: one is renewed in the second half of its life, and a gateway
-- is given few in an hour.
CREATE TABLE gateways.certificate (
    serial     text NOT NULL PRIMARY KEY,
    gateway_id uuid NOT NULL REFERENCES gateways.gateway,
    issued_at  timestamptz NOT NULL,
    not_after  timestamptz NOT NULL
);
CREATE INDEX certificate_of_gateway ON gateways.certificate (gateway_id, issued_at);
