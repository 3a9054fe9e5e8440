-- With Temporal: the token of the activity that waits for an allocation's task. Who hears of the task's end takes it.
CREATE TABLE allocations.waiting_token (
    allocation_id uuid  NOT NULL PRIMARY KEY,
    token         bytea NOT NULL
);
