-- Who let a program on a machine act in their name, so that they are asked once.
CREATE TABLE issuer.client_consent (
    principal_id uuid NOT NULL,
    client_id    text NOT NULL,
    given_at     timestamptz NOT NULL,
    PRIMARY KEY (principal_id, client_id)
);
