package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which invitation letters were written, and when. */
@Component
class LetterStore {

    private final JdbcClient jdbc;

    LetterStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Serializes letters to one mailbox, also from several tenants. */
    void lock(String mailbox) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended(:mailbox, 7312))")
                .param("mailbox", mailbox)
                .query(row -> {});
    }

    Optional<Instant> findLast(String mailbox) {
        return jdbc.sql(
                        "SELECT sent_at FROM identity.invitation_letter WHERE mailbox = :mailbox ORDER BY sent_at DESC LIMIT 1")
                .param("mailbox", mailbox)
                .query((row, n) -> Columns.instant(row, "sent_at"))
                .optional();
    }

    /** The newest first, at most so many. */
    List<Instant> listSince(TenantId tenant, Instant time, long limit) {
        return jdbc.sql("""
                SELECT sent_at FROM identity.invitation_letter
                WHERE tenant_id = :tenant AND sent_at > :time ORDER BY sent_at DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("time", Columns.time(time))
                .param("limit", limit)
                .query((row, n) -> Columns.instant(row, "sent_at"))
                .list();
    }

    void add(String mailbox, TenantId tenant, Instant sentAt) {
        jdbc.sql("INSERT INTO identity.invitation_letter (mailbox, tenant_id, sent_at) VALUES (:mailbox, :tenant, :at)")
                .param("mailbox", mailbox)
                .param("tenant", tenant.value())
                .param("at", Columns.time(sentAt))
                .update();
    }

    int deleteBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM identity.invitation_letter WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM identity.invitation_letter WHERE sent_at < :time LIMIT :batch))""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }
}
