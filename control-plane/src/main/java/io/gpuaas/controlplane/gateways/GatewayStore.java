package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.GatewayId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class GatewayStore {

    private final JdbcClient jdbc;

    GatewayStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record GatewayRecord(
            GatewayId id,
            String name,
            List<String> hostNames,
            String secretDigest,
            Instant createdAt,
            @Nullable Instant revokedAt,
            Report report,
            Certificates certificates) {

        boolean isHeardSince(Instant time) {
            return isAfter(report.heardAt(), time) || isAfter(certificates.enrolledAt(), time);
        }

        private static boolean isAfter(@Nullable Instant one, Instant time) {
            return one != null && one.isAfter(time);
        }
    }

    /** The last report of a gateway; its fields are absent until the first one. */
    record Report(
            @Nullable String publicUrl,
            @Nullable String nodeUrl,
            int streams,
            @Nullable Instant heardAt) {}

    /** The serials of the certificate a gateway uses and of the next one. */
    record Certificates(
            @Nullable String serial,
            @Nullable String nextSerial,
            @Nullable Instant enrolledAt) {

        /** A gateway that joined before serials were stored may show any certificate of ours. */
        boolean accepts(String shown) {
            return serial == null || serial.equals(shown) || shown.equals(nextSerial);
        }
    }

    void add(GatewayId id, String name, List<String> hostNames, String secretDigest, Instant now) {
        try {
            jdbc.sql("""
                    INSERT INTO gateways.gateway (id, name, host_names, secret_digest, created_at)
                    VALUES (:id, :name, :hosts, :digest, :now)""")
                    .param("id", id.value())
                    .param("name", name)
                    .param("hosts", hostNames.toArray(String[]::new))
                    .param("digest", secretDigest)
                    .param("now", Columns.time(now))
                    .update();
        } catch (DuplicateKeyException e) {
            throw GatewayErrors.nameTaken(name);
        }
    }

    Optional<GatewayRecord> find(GatewayId id) {
        return jdbc.sql("SELECT * FROM gateways.gateway WHERE id = :id")
                .param("id", id.value())
                .query(GatewayStore::read)
                .optional();
    }

    Optional<GatewayRecord> findByName(String name) {
        return jdbc.sql("SELECT * FROM gateways.gateway WHERE name = :name")
                .param("name", name)
                .query(GatewayStore::read)
                .optional();
    }

    /** The least busy gateway of those seen since then. */
    Optional<GatewayRecord> findLive(Instant since) {
        return jdbc.sql("""
                SELECT * FROM gateways.gateway
                WHERE revoked_at IS NULL AND heard_at > :since AND public_url IS NOT NULL AND node_url IS NOT NULL
                ORDER BY streams, id LIMIT 1""")
                .param("since", Columns.time(since))
                .query(GatewayStore::read)
                .optional();
    }

    /** Public addresses of the gateways seen since then. */
    List<String> publicUrls(Instant since) {
        return jdbc.sql("""
                SELECT public_url FROM gateways.gateway
                WHERE revoked_at IS NULL AND heard_at > :since AND public_url IS NOT NULL ORDER BY public_url""")
                .param("since", Columns.time(since))
                .query((row, number) -> row.getString(1))
                .list();
    }

    List<GatewayRecord> list(@Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM gateways.gateway WHERE :before::uuid IS NULL OR id < :before
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before)
                .param("limit", limit)
                .query(GatewayStore::read)
                .list();
    }

    void setSecret(GatewayId id, String digest) {
        jdbc.sql("""
                UPDATE gateways.gateway SET secret_digest = :digest, serial = '', next_serial = NULL, enrolled_at = NULL,
                    heard_at = NULL
                WHERE id = :id""").param("digest", digest).param("id", id.value()).update();
    }

    /** Only this certificate is accepted from now on. False when another one was seen since then. */
    boolean enroll(GatewayRecord gateway, String serial, Instant now, Instant since) {
        return jdbc.sql("""
                UPDATE gateways.gateway SET serial = :serial, next_serial = NULL, enrolled_at = :now
                WHERE id = :id AND revoked_at IS NULL AND secret_digest = :digest
                  AND (heard_at IS NULL OR heard_at <= :since) AND (enrolled_at IS NULL OR enrolled_at <= :since)""")
                        .param("id", gateway.id().value())
                        .param("digest", gateway.secretDigest())
                        .param("serial", serial)
                        .param("now", Columns.time(now))
                        .param("since", Columns.time(since))
                        .update()
                == 1;
    }

    /** Deletes expired certificates too: each gateway has few. */
    void addCertificate(GatewayId id, MachineCertificates.Issued certificate, Instant now) {
        jdbc.sql("""
                WITH gone AS (DELETE FROM gateways.certificate WHERE gateway_id = :id AND not_after < :now)
                INSERT INTO gateways.certificate (serial, gateway_id, issued_at, not_after)
                VALUES (:serial, :id, :now, :notAfter)""")
                .param("id", id.value())
                .param("serial", certificate.serial())
                .param("now", Columns.time(now))
                .param("notAfter", Columns.time(certificate.notAfter()))
                .update();
    }

    /** Empty for one from before this was kept. */
    Optional<Instant> findIssuedAt(String serial) {
        return jdbc.sql("SELECT issued_at FROM gateways.certificate WHERE serial = :serial")
                .param("serial", serial)
                .query((row, n) -> Columns.instant(row, "issued_at"))
                .optional();
    }

    int countIssuedSince(GatewayId id, Instant time) {
        return jdbc.sql("SELECT count(*) FROM gateways.certificate WHERE gateway_id = :id AND issued_at > :time")
                .param("id", id.value())
                .param("time", Columns.time(time))
                .query(Integer.class)
                .single();
    }

    void setNext(GatewayId id, String serial) {
        jdbc.sql("UPDATE gateways.gateway SET next_serial = :serial WHERE id = :id")
                .param("id", id.value())
                .param("serial", serial)
                .update();
    }

    /** The next certificate was seen: the one before is not needed any more. */
    void promote(GatewayId id, String serial) {
        jdbc.sql("""
                UPDATE gateways.gateway SET serial = next_serial, next_serial = NULL
                WHERE id = :id AND next_serial = :serial""").param("id", id.value()).param("serial", serial).update();
    }

    void revoke(GatewayId id, Instant now) {
        jdbc.sql("UPDATE gateways.gateway SET revoked_at = coalesce(revoked_at, :now) WHERE id = :id")
                .param("now", Columns.time(now))
                .param("id", id.value())
                .update();
    }

    void heard(GatewayId id, String publicUrl, String nodeUrl, int streams, Instant now) {
        jdbc.sql("""
                UPDATE gateways.gateway
                SET public_url = :public, node_url = :node, streams = :streams, heard_at = :now
                WHERE id = :id""")
                .param("public", publicUrl)
                .param("node", nodeUrl)
                .param("streams", streams)
                .param("now", Columns.time(now))
                .param("id", id.value())
                .update();
    }

    private static GatewayRecord read(ResultSet row, int number) throws SQLException {
        return new GatewayRecord(
                new GatewayId(row.getObject("id", UUID.class)),
                row.getString("name"),
                Columns.texts(row, "host_names"),
                row.getString("secret_digest"),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "revoked_at"),
                new Report(
                        row.getString("public_url"),
                        row.getString("node_url"),
                        row.getInt("streams"),
                        Columns.optionalInstant(row, "heard_at")),
                new Certificates(
                        row.getString("serial"),
                        row.getString("next_serial"),
                        Columns.optionalInstant(row, "enrolled_at")));
    }
}
