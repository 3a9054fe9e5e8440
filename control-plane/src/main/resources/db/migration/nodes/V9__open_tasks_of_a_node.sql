-- How much a node has open is asked whenever it is given something; without this, all it ever did was looked through.
CREATE INDEX task_open_of_node ON nodes.task (node_id) WHERE state IN ('queued', 'sent', 'running');
