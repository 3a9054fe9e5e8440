package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Clock;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notes deliveries: each event once, with the work it makes, in one transaction. */
@Component
class WebhookInbox {

    private static final int NAME_MAX = 255;

    private final JdbcClient jdbc;
    private final WorkStore work;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final Clock clock;

    WebhookInbox(JdbcClient jdbc, WorkStore work, TransactionTemplate transaction, JsonMapper json, Clock clock) {
        this.jdbc = jdbc;
        this.work = work;
        this.transaction = transaction;
        this.json = json;
        this.clock = clock;
    }

    /** The object of an event; the rest of the event is not kept. */
    record Notice(String id, String type, String objectKind, String objectId) {

        boolean isComplete() {
            return isName(id) && isName(type) && isName(objectKind) && isName(objectId);
        }

        private static boolean isName(String text) {
            return !text.isEmpty() && text.length() <= NAME_MAX;
        }
    }

    /** False when it is no event. */
    boolean accept(byte[] body) {
        Notice notice;
        try {
            notice = read(json.readTree(body));
        } catch (JacksonException e) {
            return false;
        }
        if (!notice.isComplete()) {
            return false;
        }
        transaction.executeWithoutResult(status -> note(notice, clock.instant()));
        return true;
    }

    private static Notice read(JsonNode event) {
        return new Notice(
                event.path("id").asString(""),
                event.path("type").asString(""),
                event.at("/data/object/object").asString(""),
                // A few kinds of objects, such as a balance, have no id; nothing follows from them.
                event.at("/data/object/id").asString("none"));
    }

    private void note(Notice notice, Instant now) {
        int noted = jdbc.sql("""
                INSERT INTO payments.webhook_event (id, type, object_kind, object_id, received_at)
                VALUES (:id, :type, :kind, :object, :now) ON CONFLICT DO NOTHING""")
                .param("id", notice.id())
                .param("type", notice.type())
                .param("kind", notice.objectKind())
                .param("object", notice.objectId())
                .param("now", Columns.time(now))
                .update();
        if (noted == 1) {
            work.add(Work.Kind.EVENT, notice.id(), now);
        }
    }

    Notice require(String id) {
        return jdbc.sql("SELECT id, type, object_kind, object_id FROM payments.webhook_event WHERE id = :id")
                .param("id", id)
                .query((row, n) -> new Notice(
                        row.getString("id"),
                        row.getString("type"),
                        row.getString("object_kind"),
                        row.getString("object_id")))
                .single();
    }
}
