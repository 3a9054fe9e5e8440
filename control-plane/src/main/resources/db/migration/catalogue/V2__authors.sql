-- Everybody who worked on a version, and the people behind service accounts that did. None of them reviews it.
CREATE TABLE catalogue.version_author (
    version_id   uuid NOT NULL REFERENCES catalogue.app_version,
    principal_id text NOT NULL,
    since        timestamptz NOT NULL,
    PRIMARY KEY (version_id, principal_id)
);
INSERT INTO catalogue.version_author (version_id, principal_id, since) SELECT id, created_by, created_at FROM catalogue.app_version;

-- The digest of the content that the reviewer read.
ALTER TABLE catalogue.app_version ADD COLUMN outcome_digest text;
