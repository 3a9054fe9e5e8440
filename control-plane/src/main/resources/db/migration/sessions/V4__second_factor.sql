-- Whether the person showed a second factor when they signed in.
ALTER TABLE sessions.session ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
