-- Who somebody at an outside issuer is here. An issuer names people by subject; a name or address may pass to another.
CREATE TABLE federation.external_identity (
    issuer       text NOT NULL,
    subject      text NOT NULL,
    -- The principal itself is identity's.
    principal_id uuid NOT NULL UNIQUE,
    created_at   timestamptz NOT NULL,
    -- When the newest token was issued whose claims were taken over; an older one changes nothing.
    claims_at    timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject)
);
