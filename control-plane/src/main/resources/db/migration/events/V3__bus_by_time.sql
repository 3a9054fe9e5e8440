-- Finds the few blocks of a span of time, and costs the bus next to nothing: messages arrive in the order of time.
CREATE INDEX bus_message_time ON events.bus_message USING brin (published_at);
