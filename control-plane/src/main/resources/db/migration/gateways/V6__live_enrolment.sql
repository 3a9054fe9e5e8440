-- The one certificate a gateway speaks under, and the next after a renewal. NULL: joined before this was kept, so any of
-- its certificates counts until its next renewal; empty: none counts before it has joined with its new secret.
ALTER TABLE gateways.gateway
    ADD COLUMN serial text,
    ADD COLUMN next_serial text,
    ADD COLUMN enrolled_at timestamptz;
