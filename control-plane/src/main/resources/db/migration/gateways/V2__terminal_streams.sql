-- Streams carry terminals too. For these, source is the terminal.
ALTER TABLE gateways.stream DROP CONSTRAINT stream_role_check;
ALTER TABLE gateways.stream ADD CONSTRAINT stream_role_check CHECK (role IN ('logs', 'terminal'));
CREATE INDEX stream_of_source ON gateways.stream (source) WHERE ended_at IS NULL;
