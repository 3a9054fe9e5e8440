-- When the node was heard before it fell silent: of the last silence that shows in its pulse, and of the last that was
-- noticed. A node that came back before anybody looked has the first and not yet the second.
ALTER TABLE nodes.pulse ADD COLUMN silent_since timestamptz;
ALTER TABLE nodes.node ADD COLUMN silent_since timestamptz;
