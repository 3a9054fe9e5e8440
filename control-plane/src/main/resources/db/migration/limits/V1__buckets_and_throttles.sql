-- What bounds callers over all processes. Not logged: it is worth nothing after a crash, and costs no write-ahead log.
-- No index but the key, so that an update stays within its page.
CREATE UNLOGGED TABLE limits.bucket (
    key        text COLLATE "C" NOT NULL PRIMARY KEY,
    tokens     double precision NOT NULL,
    filled_at  timestamptz NOT NULL,
    -- What the last asker got.
    given      bigint NOT NULL,
    -- From then on the bucket is full, as if it had never been.
    expires_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

CREATE UNLOGGED TABLE limits.throttle (
    key           text COLLATE "C" NOT NULL PRIMARY KEY,
    attempts      integer NOT NULL,
    blocked_until timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Tokens in a bucket now. A clock that is behind takes none away.
CREATE FUNCTION limits.filled(tokens double precision, filled_at timestamptz, now timestamptz, capacity double precision, per_second double precision)
    RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
    SELECT least(capacity, tokens + greatest(0, extract(epoch FROM now - filled_at)::double precision) * per_second)
$$;

-- What one asker gets of them: a quarter at most, so that others find some too, and a whole one as long as there is one.
CREATE FUNCTION limits.share(tokens double precision, wanted bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN tokens + 1e-6 < 1 THEN 0 ELSE least(wanted, greatest(1, floor(tokens / 4)::bigint)) END
$$;

-- When the attempt after this one may begin. Free attempts block nobody, also not one whose clock is a little behind.
CREATE FUNCTION limits.blocked_until(now timestamptz, attempts integer, free integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN attempts < free THEN timestamptz '1970-01-01 00:00:00+00'
        ELSE now + make_interval(secs => least(300, power(2, least(attempts - free, 20)))) END
$$;
