-- What the host's agent can make of its GPUs; absent: it does not say, and is taken to make whatever is asked for.
ALTER TABLE inventory.host ADD COLUMN shapes text[];
