-- When its node was last told to end it, so that asking often tells the node rarely; how many pieces are stored.
ALTER TABLE terminal.command
    ADD COLUMN cancel_asked_at timestamptz,
    ADD COLUMN pieces integer NOT NULL DEFAULT 0;
