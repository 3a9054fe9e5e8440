package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.Mail;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class MailStore {

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final int DELETE_BATCH = 1_000;

    private final JdbcClient jdbc;
    private final Clock clock;

    MailStore(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    void add(MailOutbox.Letter letter, Instant at) {
        jdbc.sql("""
                INSERT INTO notifications.mail (recipient, subject, body, written_at)
                VALUES (:recipient, :subject, :body, :at)""")
                .param("recipient", letter.recipient())
                .param("subject", letter.subject())
                .param("body", letter.body())
                .param("at", at.atOffset(ZoneOffset.UTC))
                .update();
    }

    List<Mail> newestFirst(@Nullable Long before, int limit) {
        return jdbc.sql("""
                SELECT * FROM notifications.mail WHERE (:before::bigint IS NULL OR id < :before::bigint)
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.BIGINT)
                .param("limit", limit)
                .query((row, n) -> new Mail(
                        row.getLong("id"),
                        row.getString("recipient"),
                        row.getString("subject"),
                        row.getString("body"),
                        row.getObject("written_at", OffsetDateTime.class).toInstant()))
                .list();
    }

    @Scheduled(initialDelayString = "PT10M", fixedDelayString = "PT1H")
    void deleteOld() {
        int deleted = DELETE_BATCH;
        while (deleted == DELETE_BATCH) {
            deleted = jdbc.sql("""
                    DELETE FROM notifications.mail WHERE id = ANY (ARRAY(
                        SELECT id FROM notifications.mail WHERE written_at < :time LIMIT :batch))""")
                    .param("time", clock.instant().minus(RETENTION).atOffset(ZoneOffset.UTC))
                    .param("batch", DELETE_BATCH)
                    .update();
        }
    }
}
