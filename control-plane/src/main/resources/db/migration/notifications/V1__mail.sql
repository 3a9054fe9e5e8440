-- Mail the platform wrote: the local outbox. Nothing here is ever read back as a fact.
CREATE TABLE notifications.mail (
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recipient  text NOT NULL,
    subject    text NOT NULL,
    body       text NOT NULL,
    written_at timestamptz NOT NULL
);
CREATE INDEX mail_by_time ON notifications.mail (written_at);
