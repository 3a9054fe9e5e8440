package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.StreamId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tokens in the database everything else is in. */
class PostgresTokens implements StreamTokens, BackgroundWork {

    private static final Duration KNOWN_AFTER_EXPIRY = Duration.ofHours(1);

    private final JdbcClient jdbc;
    private final Clock clock;

    PostgresTokens(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @Override
    public void add(Token token) {
        jdbc.sql("""
                INSERT INTO gateways.stream_token (digest, stream_id, gateway_id, expires_at)
                VALUES (:digest, :stream, :gateway, :expires)""")
                .param("digest", token.digest())
                .param("stream", token.stream().value())
                .param("gateway", token.gateway().value())
                .param("expires", Columns.time(token.expiresAt()))
                .update();
    }

    /** One statement, so that of two that come at once one finds nothing. */
    @Override
    public Use use(GatewayId gateway, String digest) {
        Instant now = clock.instant();
        Optional<UUID> stream = jdbc.sql("""
                UPDATE gateways.stream_token SET used_at = :now
                WHERE digest = :digest AND gateway_id = :gateway AND used_at IS NULL AND expires_at > :now
                RETURNING stream_id""")
                .param("now", Columns.time(now))
                .param("digest", digest)
                .param("gateway", gateway.value())
                .query(UUID.class)
                .optional();
        return stream.<Use>map(id -> new Use.Good(new StreamId(id))).orElseGet(() -> refused(gateway, digest));
    }

    private Use refused(GatewayId gateway, String digest) {
        return new Use.Refused(jdbc.sql(
                        "SELECT used_at FROM gateways.stream_token WHERE digest = :digest AND gateway_id = :gateway")
                .param("digest", digest)
                .param("gateway", gateway.value())
                .query((row, number) -> Columns.optionalInstant(row, "used_at") == null ? Reason.EXPIRED : Reason.USED)
                .optional()
                .orElse(Reason.UNKNOWN));
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "gateways.delete-old-tokens", this::deleteOld)
                .firstAfter(Duration.ofMinutes(12));
    }

    void deleteOld() {
        jdbc.sql("DELETE FROM gateways.stream_token WHERE expires_at < :time")
                .param("time", Columns.time(clock.instant().minus(KNOWN_AFTER_EXPIRY)))
                .update();
    }
}
