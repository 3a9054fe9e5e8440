package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.Columns;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores the calls to make to the provider. */
@Component
class WorkStore {

    /** Longer than any call takes: work of a process that died is taken up after this time. */
    private static final Duration CLAIM = Duration.ofMinutes(2);

    private static final Duration DONE_KEPT = Duration.ofDays(90);

    private final JdbcClient jdbc;

    WorkStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Once for each subject. */
    void add(Work.Kind kind, String subject, Instant due) {
        jdbc.sql("""
                INSERT INTO payments.work (kind, subject, due_at) VALUES (:kind, :subject, :due)
                ON CONFLICT (kind, subject) DO NOTHING""")
                .param("kind", kind.wire())
                .param("subject", subject)
                .param("due", Columns.time(due))
                .update();
    }

    List<Work> claim(Instant now, int limit) {
        return jdbc.sql("""
                UPDATE payments.work SET due_at = :until, attempts = attempts + 1 WHERE id = ANY (ARRAY(
                    SELECT id FROM payments.work WHERE state = 'open' AND due_at <= :now
                    ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED))
                RETURNING id, kind, subject, attempts""")
                .param("until", Columns.time(now.plus(CLAIM)))
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query((row, n) -> new Work(
                        row.getLong("id"),
                        Work.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                        row.getString("subject"),
                        row.getInt("attempts")))
                .list();
    }

    void done(long id) {
        end(id, "done", null);
    }

    void dead(long id, String why) {
        end(id, "dead", why);
    }

    private void end(long id, String state, @Nullable String why) {
        jdbc.sql("UPDATE payments.work SET state = :state, last_error = :why WHERE id = :id")
                .param("id", id)
                .param("state", state)
                .param("why", why, Types.VARCHAR)
                .update();
    }

    /** Nothing went wrong; it is only not decided yet. */
    void again(long id, Instant due) {
        jdbc.sql("UPDATE payments.work SET due_at = :due, attempts = 0, last_error = NULL WHERE id = :id")
                .param("id", id)
                .param("due", Columns.time(due))
                .update();
    }

    void retry(long id, Instant due, String why) {
        jdbc.sql("UPDATE payments.work SET due_at = :due, last_error = :why WHERE id = :id")
                .param("id", id)
                .param("due", Columns.time(due))
                .param("why", why)
                .update();
    }

    long stuck() {
        return jdbc.sql("SELECT count(*) FROM payments.work WHERE state = 'dead'")
                .query(Long.class)
                .single();
    }

    void deleteOld(Instant now) {
        jdbc.sql("DELETE FROM payments.work WHERE state = 'done' AND due_at < :time")
                .param("time", Columns.time(now.minus(DONE_KEPT)))
                .update();
        jdbc.sql("DELETE FROM payments.webhook_event WHERE received_at < :time")
                .param("time", Columns.time(now.minus(DONE_KEPT)))
                .update();
    }
}
