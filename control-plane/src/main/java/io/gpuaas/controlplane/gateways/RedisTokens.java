package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.StreamId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** Tokens in Redis, which forgets them by itself. */
class RedisTokens implements StreamTokens, AutoCloseable {

    private static final String KEY = "gpuaas:stream-token:";
    private static final String USED = "used";

    /** Redis runs a script atomically. Used tokens are remembered for their lifetime, to tell a replay from a guess. */
    private static final String USE = """
            local found = redis.call('GET', KEYS[1])
            if not found then return nil end
            local gateway, rest = string.match(found, '^([^/]+)/(.+)$')
            if gateway ~= ARGV[1] then return nil end
            if rest ~= ARGV[2] then redis.call('SET', KEYS[1], ARGV[1] .. '/' .. ARGV[2], 'KEEPTTL') end
            return rest""";

    private final RedisClient redis;
    private final Clock clock;

    RedisTokens(RedisClient redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
    }

    /** After the commit: nothing waits for the network while it holds a connection to the database. */
    @Override
    public void add(Token token) {
        AfterCommit.run(() -> put(token));
    }

    private void put(Token token) {
        long millis = Duration.between(clock.instant(), token.expiresAt()).toMillis();
        try {
            redis.set(
                    KEY + token.digest(),
                    token.gateway() + "/" + token.stream(),
                    SetParams.setParams().nx().px(Math.max(1, millis)));
        } catch (JedisException e) {
            throw GatewayErrors.tokenStoreUnavailable(e);
        }
    }

    @Override
    public Use use(GatewayId gateway, String digest) {
        try {
            Object found = redis.eval(USE, List.of(KEY + digest), List.of(gateway.toString(), USED));
            // An expired token is gone, as if it had never existed.
            if (found == null) {
                return new Use.Refused(Reason.UNKNOWN);
            }
            return found.equals(USED) ? new Use.Refused(Reason.USED) : new Use.Good(StreamId.parse(found.toString()));
        } catch (JedisException e) {
            throw GatewayErrors.tokenStoreUnavailable(e);
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
