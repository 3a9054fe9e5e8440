-- Letters are sent where there is a mail server; where there is none they stay local.
ALTER TABLE notifications.mail
    ADD COLUMN state      text NOT NULL DEFAULT 'local' CHECK (state IN ('local', 'pending', 'sent', 'dead')),
    ADD COLUMN attempts   integer NOT NULL DEFAULT 0,
    ADD COLUMN due_at     timestamptz,
    ADD COLUMN last_error text;
CREATE INDEX mail_due ON notifications.mail (due_at) WHERE state = 'pending';
CREATE INDEX mail_dead ON notifications.mail (id) WHERE state = 'dead';

-- What people are told. They need not be signed in for it.
CREATE TABLE notifications.notification (
    id         uuid NOT NULL PRIMARY KEY,
    user_id    uuid NOT NULL,
    kind       text NOT NULL,
    tenant_id  uuid,
    title      text NOT NULL,
    body       text NOT NULL,
    created_at timestamptz NOT NULL,
    -- Whether the console shows it; some want it by mail only.
    shown      boolean NOT NULL,
    read_at    timestamptz,
    -- none: not wanted by mail; mailed: in a letter of its own; held: waits for a digest; digested.
    mail       text NOT NULL CHECK (mail IN ('none', 'mailed', 'held', 'digested')),
    address    text,
    -- When the digest it waits for is written.
    digest_at  timestamptz,
    CHECK ((mail = 'held') <= (digest_at IS NOT NULL))
);
CREATE INDEX notification_inbox ON notifications.notification (user_id, id DESC) WHERE shown;
CREATE INDEX notification_unread ON notifications.notification (user_id) WHERE shown AND read_at IS NULL;
CREATE INDEX notification_recent ON notifications.notification (user_id, kind, created_at);
CREATE INDEX notification_held ON notifications.notification (digest_at) WHERE mail = 'held';
CREATE INDEX notification_by_time ON notifications.notification (created_at);

-- Absent: by console and by mail.
CREATE TABLE notifications.preference (
    user_id uuid    NOT NULL,
    kind    text    NOT NULL,
    console boolean NOT NULL,
    mail    boolean NOT NULL,
    PRIMARY KEY (user_id, kind)
);
