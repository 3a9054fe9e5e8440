-- What is made of the GPUs. What is there already was made as a login on the host, and is taken back as one.
ALTER TABLE allocations.allocation
    ADD COLUMN shape         text    NOT NULL DEFAULT 'bare_metal' CHECK (shape IN ('bare_metal', 'gpu_slice', 'mig')),
    ADD COLUMN vcpus         integer NOT NULL DEFAULT 1,
    ADD COLUMN memory_bytes  bigint  NOT NULL DEFAULT 1073741824,
    ADD COLUMN machine_image text,
    -- What the node told of what it made.
    ADD COLUMN ssh_host      text,
    ADD COLUMN mig_uuid      text;
