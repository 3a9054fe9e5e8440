-- Whether the newest topology says that the host is a simulation. It is shown to people and decides nothing.
ALTER TABLE nodes.node ADD COLUMN simulated boolean NOT NULL DEFAULT false;
