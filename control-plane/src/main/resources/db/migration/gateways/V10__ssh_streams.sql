ALTER TABLE gateways.stream DROP CONSTRAINT stream_role_check;
ALTER TABLE gateways.stream ADD CONSTRAINT stream_role_check
    CHECK (role IN ('logs', 'terminal', 'file', 'command', 'ssh')) NOT VALID;
