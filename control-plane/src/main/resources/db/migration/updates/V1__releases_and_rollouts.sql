-- A version of the node agent that enough release keys signed. What was signed is kept byte for byte: nodes check it too.
CREATE TABLE updates.release (
    id         uuid   NOT NULL PRIMARY KEY,
    version    text   NOT NULL UNIQUE,
    digest     text   NOT NULL,
    size_bytes bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    manifest   text   NOT NULL,
    key_ids    text[] NOT NULL,
    signatures text[] NOT NULL,
    state      text   NOT NULL CHECK (state IN ('incomplete', 'complete')),
    created_at timestamptz NOT NULL
);

-- The program. Here, and not in a folder, since every process must be able to hand it to hosts.
CREATE TABLE updates.release_part (
    release_id uuid    NOT NULL REFERENCES updates.release ON DELETE CASCADE,
    number     integer NOT NULL,
    bytes      bytea   NOT NULL,
    PRIMARY KEY (release_id, number)
);
ALTER TABLE updates.release_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE updates.rollout (
    id                uuid    NOT NULL PRIMARY KEY,
    release_id        uuid    NOT NULL REFERENCES updates.release,
    state             text    NOT NULL CHECK (state IN
        ('running', 'paused', 'reverting', 'succeeded', 'reverted', 'aborted')),
    reason            text,
    wave              integer NOT NULL DEFAULT 0,
    waves             integer NOT NULL,
    bake_seconds      integer NOT NULL,
    failures_max      integer NOT NULL,
    -- Failures an operator has seen and let the rollout go on with.
    failures_forgiven integer NOT NULL DEFAULT 0,
    on_failure        text    NOT NULL CHECK (on_failure IN ('pause', 'revert')),
    correlation_id    text    NOT NULL,
    created_at        timestamptz NOT NULL,
    -- Set once nothing is under way any more.
    ended_at          timestamptz
);
-- One at a time.
CREATE UNIQUE INDEX rollout_open ON updates.rollout ((ended_at IS NULL)) WHERE ended_at IS NULL;

CREATE TABLE updates.rollout_node (
    rollout_id       uuid    NOT NULL REFERENCES updates.rollout ON DELETE CASCADE,
    node_id          uuid    NOT NULL,
    wave             integer NOT NULL,
    state            text    NOT NULL CHECK (state IN
        ('waiting', 'updating', 'baking', 'updated', 'failed', 'skipped', 'reverting', 'reverted', 'revert_failed')),
    since            timestamptz NOT NULL,
    previous_version text,
    task_id          uuid,
    reason           text,
    PRIMARY KEY (rollout_id, node_id)
);
CREATE INDEX rollout_node_state ON updates.rollout_node (rollout_id, state, wave);
