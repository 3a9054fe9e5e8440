ALTER TABLE gateways.stream VALIDATE CONSTRAINT stream_role_check;
