-- A node that has told what it consists of, and where it stands.
CREATE TABLE inventory.host (
    node_id         uuid   NOT NULL PRIMARY KEY,
    name            text   NOT NULL,
    region          text   NOT NULL DEFAULT 'local',
    zone            text   NOT NULL DEFAULT 'local-1',
    node_state      text   NOT NULL,
    -- The node as it was when its slots were last brought in line with it.
    node_changed_at timestamptz NOT NULL,
    version         bigint NOT NULL DEFAULT 1,
    -- The transaction that wrote the row last. Once no older transaction runs, no row can appear below it any more:
    -- that is how processes keep their copies current without missing a change.
    changed_in      xid8   NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX host_changed ON inventory.host (changed_in);

-- One GPU of one host with what lies beside it.
CREATE TABLE inventory.slot (
    number        bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id       uuid     NOT NULL REFERENCES inventory.host,
    gpu_uuid      text     NOT NULL,
    pci_address   text     NOT NULL,
    model         text     NOT NULL,
    -- -1: not known.
    numa_node     integer  NOT NULL,
    nvme          text,
    nic           text,
    mode          text     NOT NULL DEFAULT 'whole' CHECK (mode IN ('whole', 'mig')),
    state         text     NOT NULL CHECK (state IN ('in_service', 'out_of_service')),
    reason        text     CHECK ((reason IS NULL) = (state = 'in_service')),
    -- Bits 0 to 7 are its memory slices, bit 8 the media engines one instance can have; compute slices are a number.
    -- A whole GPU takes all eight and all seven.
    taken         smallint NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND 511),
    compute_taken smallint NOT NULL DEFAULT 0 CHECK (compute_taken BETWEEN 0 AND 7),
    -- How many leases it ever had. The newest lease's number is its fencing token.
    leases        bigint   NOT NULL DEFAULT 0,
    version       bigint   NOT NULL DEFAULT 1,
    changed_in    xid8     NOT NULL DEFAULT pg_current_xact_id(),
    UNIQUE (node_id, gpu_uuid)
) WITH (fillfactor = 80);
CREATE INDEX slot_changed ON inventory.slot (changed_in);

-- Who holds slots. Rows stay after the end: they say who had what when.
CREATE TABLE inventory.lease (
    id            uuid    NOT NULL PRIMARY KEY,
    allocation_id uuid    NOT NULL,
    tenant_id     uuid    NOT NULL,
    project_id    uuid    NOT NULL,
    sku           text    NOT NULL,
    count         integer NOT NULL,
    node_id       uuid    NOT NULL REFERENCES inventory.host,
    taken_at      timestamptz NOT NULL,
    ended_at      timestamptz
);
CREATE UNIQUE INDEX lease_live ON inventory.lease (allocation_id) WHERE ended_at IS NULL;

CREATE TABLE inventory.lease_slot (
    lease_id      uuid     NOT NULL REFERENCES inventory.lease,
    slot_number   bigint   NOT NULL REFERENCES inventory.slot,
    fencing_token bigint   NOT NULL,
    memory_start  smallint NOT NULL CHECK (memory_start BETWEEN 0 AND 7),
    memory_size   smallint NOT NULL CHECK (memory_size BETWEEN 1 AND 8 AND memory_start + memory_size <= 8),
    compute       smallint NOT NULL CHECK (compute BETWEEN 1 AND 7),
    -- NVIDIA's id of the profile; absent when the GPU is held as a whole.
    mig_profile   smallint,
    live          boolean  NOT NULL DEFAULT true,
    -- Every slot owns eight numbers on one line. Two live leases never share one, whatever the code believes.
    cells         int8range GENERATED ALWAYS AS (
        int8range(slot_number * 8 + memory_start, slot_number * 8 + memory_start + memory_size)) STORED,
    PRIMARY KEY (slot_number, fencing_token),
    CONSTRAINT one_live_lease EXCLUDE USING gist (cells WITH &&) WHERE (live)
);
CREATE INDEX lease_slot_of_lease ON inventory.lease_slot (lease_id);
