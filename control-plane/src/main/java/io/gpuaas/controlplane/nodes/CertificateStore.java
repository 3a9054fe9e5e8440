package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Join tokens and certificates. Callers lock the node before they change its certificates. */
@Component
class CertificateStore {

    private final JdbcClient jdbc;

    CertificateStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record JoinToken(
            UUID id,
            String secretDigest,
            @Nullable UUID nodeId,
            Instant expiresAt,
            @Nullable String keyDigest,
            @Nullable Integer incarnation) {}

    void addToken(JoinToken token, Instant now, String createdBy) {
        jdbc.sql("""
                INSERT INTO nodes.join_token (id, secret_digest, node_id, created_at, created_by, expires_at)
                VALUES (:id, :digest, :node, :now, :by, :expires)""")
                .param("id", token.id())
                .param("digest", token.secretDigest())
                .param("node", token.nodeId())
                .param("now", Columns.time(now))
                .param("by", createdBy)
                .param("expires", Columns.time(token.expiresAt()))
                .update();
    }

    Optional<JoinToken> lockToken(UUID id) {
        return jdbc.sql("SELECT * FROM nodes.join_token WHERE id = :id FOR UPDATE")
                .param("id", id)
                .query((row, n) -> new JoinToken(
                        id,
                        row.getString("secret_digest"),
                        row.getObject("node_id", UUID.class),
                        Columns.instant(row, "expires_at"),
                        row.getString("key_digest"),
                        Columns.optionalInt(row, "incarnation")))
                .optional();
    }

    /** Where a used token led: to the host's installation of that number. */
    record Use(NodeId node, String keyDigest, int incarnation) {}

    void useToken(UUID id, Use use, Instant now) {
        jdbc.sql("""
                UPDATE nodes.join_token SET node_id = :node, key_digest = :key, incarnation = :incarnation, used_at = :now
                WHERE id = :id""")
                .param("id", id)
                .param("node", use.node().value())
                .param("key", use.keyDigest())
                .param("incarnation", use.incarnation())
                .param("now", Columns.time(now))
                .update();
    }

    /** Used tokens too: the holder of a used token's key could repeat that use. */
    void deleteTokensOf(NodeId node) {
        jdbc.sql("DELETE FROM nodes.join_token WHERE node_id = :node")
                .param("node", node.value())
                .update();
    }

    void deleteUsedTokensOf(NodeId node) {
        jdbc.sql("DELETE FROM nodes.join_token WHERE node_id = :node AND used_at IS NOT NULL")
                .param("node", node.value())
                .update();
    }

    void deleteOtherTokensOf(NodeId node, UUID kept) {
        jdbc.sql("DELETE FROM nodes.join_token WHERE node_id = :node AND id <> :kept")
                .param("node", node.value())
                .param("kept", kept)
                .update();
    }

    /** Whether the node has a certificate of this incarnation for another key: it is past its enrolment then. */
    boolean hasOtherKey(Use use) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM nodes.certificate
                    WHERE node_id = :node AND incarnation = :incarnation AND key_digest <> :key)""")
                .param("node", use.node().value())
                .param("incarnation", use.incarnation())
                .param("key", use.keyDigest())
                .query(Boolean.class)
                .single();
    }

    int deleteTokensExpiredBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM nodes.join_token WHERE id IN (
                    SELECT id FROM nodes.join_token WHERE expires_at < :time LIMIT :batch)""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }

    record Issued(String serial, String keyDigest, Instant issuedAt, Instant notAfter, int incarnation) {}

    /** A certificate that calls are answered to. */
    record Held(Instant issuedAt, Instant notAfter, int incarnation) {}

    Optional<Held> findHeld(NodeId node, String serial) {
        return jdbc.sql("""
                SELECT issued_at, not_after, incarnation FROM nodes.certificate
                WHERE serial = :serial AND node_id = :node AND state IN ('current', 'next')""")
                .param("serial", serial)
                .param("node", node.value())
                .query((row, n) -> new Held(
                        Columns.instant(row, "issued_at"),
                        Columns.instant(row, "not_after"),
                        row.getInt("incarnation")))
                .optional();
    }

    int countIssuedSince(NodeId node, int incarnation, Instant time) {
        return jdbc.sql("""
                SELECT count(*) FROM nodes.certificate
                WHERE node_id = :node AND incarnation = :incarnation AND issued_at > :time""")
                .param("node", node.value())
                .param("incarnation", incarnation)
                .param("time", Columns.time(time))
                .query(Integer.class)
                .single();
    }

    /** The first certificate is the current one; a later one is next until it is seen. */
    void add(NodeId node, Issued certificate) {
        drop(node, "next");
        jdbc.sql("""
                INSERT INTO nodes.certificate (serial, node_id, key_digest, incarnation, state, issued_at, not_after)
                SELECT :serial, :node, :key, :incarnation,
                    CASE WHEN EXISTS (SELECT 1 FROM nodes.certificate WHERE node_id = :node AND state = 'current')
                        THEN 'next' ELSE 'current' END,
                    :issued, :notAfter""")
                .param("serial", certificate.serial())
                .param("node", node.value())
                .param("key", certificate.keyDigest())
                .param("incarnation", certificate.incarnation())
                .param("issued", Columns.time(certificate.issuedAt()))
                .param("notAfter", Columns.time(certificate.notAfter()))
                .update();
    }

    /** The next certificate was seen: the old one is not needed any more. */
    void promote(NodeId node, String serial) {
        boolean next = jdbc.sql("SELECT EXISTS (SELECT 1 FROM nodes.certificate WHERE serial = :serial"
                        + " AND node_id = :node AND state = 'next')")
                .param("serial", serial)
                .param("node", node.value())
                .query(Boolean.class)
                .single();
        if (next) {
            drop(node, "current");
            jdbc.sql("UPDATE nodes.certificate SET state = 'current', changed_at = clock_timestamp()"
                            + " WHERE serial = :serial")
                    .param("serial", serial)
                    .update();
        }
    }

    private void drop(NodeId node, String state) {
        jdbc.sql("""
                UPDATE nodes.certificate SET state = 'dropped', changed_at = clock_timestamp()
                WHERE node_id = :node AND state = :state""").param("node", node.value()).param("state", state).update();
    }

    /** A host that joins with a token has none of its earlier certificates. */
    void dropAll(NodeId node) {
        drop(node, "next");
        drop(node, "current");
    }

    void dropNext(NodeId node) {
        drop(node, "next");
    }

    int revokeAll(NodeId node) {
        return jdbc.sql("""
                UPDATE nodes.certificate SET state = 'revoked', changed_at = clock_timestamp()
                WHERE node_id = :node AND state IN ('current', 'next')""").param("node", node.value()).update();
    }

    record Kept(String serial, String state, Instant issuedAt, Instant notAfter, Instant changedAt) {

        Place place() {
            return new Place(issuedAt, serial);
        }
    }

    /** Where a certificate stands in the listing: several may have been issued in the same moment. */
    record Place(Instant issuedAt, String serial) {

        static Place parse(String text) {
            int space = text.indexOf(' ');
            return new Place(Instant.parse(text.substring(0, space)), text.substring(space + 1));
        }

        @Override
        public String toString() {
            return issuedAt + " " + serial;
        }
    }

    /** Newest first, those after a place. */
    List<Kept> list(NodeId node, @Nullable Place after, int limit) {
        return jdbc.sql("""
                SELECT serial, state, issued_at, not_after, changed_at FROM nodes.certificate
                WHERE node_id = :node
                  AND (:issued::timestamptz IS NULL OR (issued_at, serial) < (:issued::timestamptz, :serial::text))
                ORDER BY issued_at DESC, serial DESC LIMIT :limit""")
                .param("node", node.value())
                .param("issued", Columns.optionalTime(after == null ? null : after.issuedAt()))
                .param("serial", after == null ? null : after.serial())
                .param("limit", limit)
                .query((row, n) -> new Kept(
                        row.getString("serial"),
                        row.getString("state"),
                        Columns.instant(row, "issued_at"),
                        Columns.instant(row, "not_after"),
                        Columns.instant(row, "changed_at")))
                .list();
    }

    int deleteExpiredBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM nodes.certificate WHERE serial IN (
                    SELECT serial FROM nodes.certificate
                    WHERE not_after < :time AND state IN ('dropped', 'revoked') LIMIT :batch)""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }
}
