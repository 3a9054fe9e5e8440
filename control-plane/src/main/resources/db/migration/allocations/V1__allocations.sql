-- What projects hold. The state moves only through AllocationStateMachine, and every writer names the version it read.
CREATE TABLE allocations.allocation (
    id              uuid    NOT NULL PRIMARY KEY,
    tenant_id       uuid    NOT NULL,
    project_id      uuid    NOT NULL,
    version         bigint  NOT NULL,
    -- What was asked for.
    sku             text    NOT NULL,
    count           integer NOT NULL CHECK (count > 0),
    gpus            integer NOT NULL CHECK (gpus >= 0),
    name            text    NOT NULL,
    labels          jsonb   NOT NULL DEFAULT '{}',
    image           text,
    max_duration    bigint,
    queue           boolean NOT NULL,
    protected       boolean NOT NULL,
    isolation       text    NOT NULL CHECK (isolation IN ('user_revoke', 'full_reimage')),
    cost_nanos      bigint,
    cost_currency   text,
    created_at      timestamptz NOT NULL,
    created_by      text    NOT NULL,
    correlation_id  text    NOT NULL,
    -- How far it is.
    state           text    NOT NULL CHECK (state IN
        ('queued', 'requested', 'provisioning', 'active', 'releasing', 'released', 'failed', 'release_failed')),
    state_since     timestamptz NOT NULL,
    active_at       timestamptz,
    ended_at        timestamptz,
    -- Where releasing leads to, and why.
    outcome         text    CHECK (outcome IN ('released', 'failed')),
    code            text,
    message         text,
    phase           text,
    phase_since     timestamptz,
    attempt         integer NOT NULL DEFAULT 0,
    not_before      timestamptz,
    task_id         uuid,
    stuck_since     timestamptz,
    forced          integer NOT NULL DEFAULT 0,
    -- Where it is and who signs in.
    node_id         uuid,
    username        text    NOT NULL,
    uid             integer NOT NULL,
    -- Whether the node was ever told to make the login: then it must be told to remove it.
    granted         boolean NOT NULL DEFAULT false,
    ssh_port        integer,
    host_keys       text[]  NOT NULL DEFAULT '{}',
    keys_wanted     bigint  NOT NULL DEFAULT 0,
    keys_given      bigint  NOT NULL DEFAULT 0,
    keys_task_id    uuid,
    -- Facts beside the state.
    degraded_since  timestamptz,
    degraded_reason text,
    expires_at      timestamptz,
    warned_at       timestamptz,
    idle_since      timestamptz
) WITH (fillfactor = 70);
CREATE INDEX allocation_of_project ON allocations.allocation (project_id, id DESC);
CREATE INDEX allocation_held ON allocations.allocation (tenant_id, project_id) INCLUDE (gpus)
    WHERE state NOT IN ('released', 'failed');
CREATE INDEX allocation_on_node ON allocations.allocation (node_id) WHERE state NOT IN ('released', 'failed');
CREATE INDEX allocation_waiting ON allocations.allocation (sku, created_at, id) WHERE state = 'queued';
CREATE INDEX allocation_stuck ON allocations.allocation (id DESC) WHERE stuck_since IS NOT NULL;
CREATE INDEX allocation_task ON allocations.allocation (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX allocation_keys_task ON allocations.allocation (keys_task_id) WHERE keys_task_id IS NOT NULL;
CREATE INDEX allocation_labels ON allocations.allocation USING gin (labels jsonb_path_ops);
CREATE SEQUENCE allocations.uid MINVALUE 100000 MAXVALUE 1999999999 CYCLE;

-- Everything that happened to an allocation: one row for each event that is published.
CREATE TABLE allocations.timeline (
    allocation_id uuid   NOT NULL REFERENCES allocations.allocation,
    sequence      bigint NOT NULL,
    project_id    uuid   NOT NULL,
    at            timestamptz NOT NULL,
    kind          text   NOT NULL,
    state         text   NOT NULL,
    phase         text,
    code          text,
    message       text,
    caused_by     text   NOT NULL,
    -- Once no older transaction runs, no row can appear below this one any more: that is how a client that comes back
    -- misses nothing.
    written_in    xid8   NOT NULL DEFAULT pg_current_xact_id(),
    position      bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (allocation_id, sequence)
);
CREATE INDEX timeline_feed ON allocations.timeline (project_id, written_in, position);

-- Capacity promised for a window to come.
CREATE TABLE allocations.reservation (
    id             uuid    NOT NULL PRIMARY KEY,
    tenant_id      uuid    NOT NULL,
    project_id     uuid    NOT NULL,
    sku            text    NOT NULL,
    count          integer NOT NULL CHECK (count > 0),
    name           text    NOT NULL,
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (ends_at > starts_at),
    state          text    NOT NULL CHECK (state IN ('planned', 'fulfilled', 'canceled', 'missed')),
    message        text,
    allocation_id  uuid,
    created_at     timestamptz NOT NULL,
    created_by     text    NOT NULL,
    correlation_id text    NOT NULL
);
CREATE INDEX reservation_of_project ON allocations.reservation (project_id, id DESC);
CREATE INDEX reservation_planned ON allocations.reservation (sku, starts_at) WHERE state = 'planned';

-- The timers. The columns are those db-scheduler demands.
CREATE TABLE allocations.timer (
    task_name            text   NOT NULL,
    task_instance        text   NOT NULL,
    task_data            bytea,
    execution_time       timestamptz NOT NULL,
    picked               boolean NOT NULL,
    picked_by            text,
    last_success         timestamptz,
    last_failure         timestamptz,
    consecutive_failures int,
    last_heartbeat       timestamptz,
    version              bigint NOT NULL,
    priority             smallint,
    PRIMARY KEY (task_name, task_instance)
) WITH (fillfactor = 70);
CREATE INDEX timer_due ON allocations.timer (execution_time);
CREATE INDEX timer_heartbeat ON allocations.timer (last_heartbeat);
