package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.Mail;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class MailStore implements BackgroundWork {

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final int DELETE_BATCH = 1_000;
    private static final Duration CLAIM = Duration.ofMinutes(5);

    private static final Pattern TOKEN_IN_LINK = Pattern.compile("#token=[A-Za-z0-9_-]+");

    private final JdbcClient jdbc;
    private final LinkReaders readers;
    private final Clock clock;
    private final boolean isSent;

    MailStore(JdbcClient jdbc, LinkReaders readers, Clock clock, GpuaasProperties properties) {
        this.jdbc = jdbc;
        this.readers = readers;
        this.clock = clock;
        this.isSent = properties.mail().delivery() == GpuaasProperties.Mail.Delivery.SMTP;
    }

    private static String withoutLinks(String body) {
        return TOKEN_IN_LINK.matcher(body).replaceAll("#token=(not shown)");
    }

    void add(MailOutbox.Letter letter, Instant at) {
        jdbc.sql("""
                INSERT INTO notifications.mail (recipient, subject, body, written_at, state, due_at)
                VALUES (:recipient, :subject, :body, :at, :state, :at)""")
                .param("state", isSent ? "pending" : "local")
                .param("recipient", letter.recipient())
                .param("subject", letter.subject())
                .param("body", letter.body())
                .param("at", at.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Links that let their reader act are shown only where the outbox is the only place to read them. */
    List<Mail> newestFirst(@Nullable Long before, int limit) {
        boolean showsLinks = !isSent && readers.callerMaySeeLinks();
        return jdbc.sql("""
                SELECT * FROM notifications.mail WHERE (:before::bigint IS NULL OR id < :before::bigint)
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.BIGINT)
                .param("limit", limit)
                .query((row, n) -> new Mail(
                        row.getLong("id"),
                        row.getString("recipient"),
                        row.getString("subject"),
                        showsLinks ? row.getString("body") : withoutLinks(row.getString("body")),
                        row.getObject("written_at", OffsetDateTime.class).toInstant(),
                        row.getString("state"),
                        row.getString("last_error")))
                .list();
    }

    /** A letter on its way. */
    record Waiting(long id, String recipient, String subject, String body, int attempts) {}

    /** Postpones them first: letters of a process that dies are sent later. */
    List<Waiting> claim(Instant now, int limit) {
        return jdbc.sql("""
                UPDATE notifications.mail SET due_at = :until, attempts = attempts + 1 WHERE id = ANY (ARRAY(
                    SELECT id FROM notifications.mail WHERE state = 'pending' AND due_at <= :now
                    ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED))
                RETURNING id, recipient, subject, body, attempts""")
                .param("until", now.plus(CLAIM).atOffset(ZoneOffset.UTC))
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("limit", limit)
                .query((row, n) -> new Waiting(
                        row.getLong("id"),
                        row.getString("recipient"),
                        row.getString("subject"),
                        row.getString("body"),
                        row.getInt("attempts")))
                .list();
    }

    void sent(long id) {
        jdbc.sql("UPDATE notifications.mail SET state = 'sent', last_error = NULL WHERE id = :id")
                .param("id", id)
                .update();
    }

    void retry(long id, Instant due, String why) {
        jdbc.sql("UPDATE notifications.mail SET due_at = :due, last_error = :why WHERE id = :id")
                .param("id", id)
                .param("due", due.atOffset(ZoneOffset.UTC))
                .param("why", why)
                .update();
    }

    void giveUp(long id, String why) {
        jdbc.sql("UPDATE notifications.mail SET state = 'dead', last_error = :why WHERE id = :id")
                .param("id", id)
                .param("why", why)
                .update();
    }

    long dead() {
        return jdbc.sql("SELECT count(*) FROM notifications.mail WHERE state = 'dead'")
                .query(Long.class)
                .single();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "notifications.delete-old-mail", this::deleteOld)
                .firstAfter(Duration.ofMinutes(10));
    }

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
