package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditEvent;
import io.gpuaas.api.ExportFormat;
import io.gpuaas.controlplane.audit.AuditStore.Filter;
import io.gpuaas.controlplane.platform.Download;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import tools.jackson.databind.json.JsonMapper;

/** Writes a period of the trail row by row, however long it is. */
@Component
class AuditExport {

    static final int ROWS_PER_READ = 1_000;

    private static final List<String> COLUMNS = List.of(
            "id",
            "occurred_at",
            "actor_id",
            "actor_kind",
            "tenant_id",
            "project_id",
            "action",
            "target",
            "outcome",
            "error_code",
            "correlation_id",
            "source_address",
            "detail");

    private final AuditStore store;
    private final AuditSealer sealer;
    private final JsonMapper json;
    private final Clock clock;

    AuditExport(AuditStore store, AuditSealer sealer, JsonMapper json, Clock clock) {
        this.store = store;
        this.sealer = sealer;
        this.json = json;
        this.clock = clock;
    }

    StreamingResponseBody stream(ExportFormat format, Filter filter) {
        return switch (format) {
            case JSONL -> new Download("application/x-ndjson", "audit-events.jsonl", out -> write(format, filter, out));
            case CSV -> new Download("text/csv; charset=utf-8", "audit-events.csv", out -> write(format, filter, out));
        };
    }

    private void write(ExportFormat format, Filter filter, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        if (format == ExportFormat.CSV) {
            writer.write(String.join(",", COLUMNS) + "\r\n");
        }
        long sealedUpTo = sealer.sealedUpTo();
        // Rows added meanwhile are left out, so that the export ends.
        Filter until = filter.to() == null ? filter.to(clock.instant()) : filter;
        // In pages: tenants read this, and a slow one must hold no connection, and no transaction the seals wait for.
        long after = 0;
        List<AuditRow> rows;
        do {
            rows = store.oldestFirst(until, after, ROWS_PER_READ);
            for (AuditRow row : rows) {
                writer.write(line(format, row, sealedUpTo));
                after = row.id();
            }
        } while (rows.size() == ROWS_PER_READ);
        writer.flush();
    }

    private String line(ExportFormat format, AuditRow row, long sealedUpTo) {
        return switch (format) {
            case JSONL -> jsonLine(AuditViews.event(row, null, sealedUpTo));
            case CSV -> csvLine(row);
        };
    }

    private String jsonLine(AuditEvent event) {
        return json.writeValueAsString(event) + "\n";
    }

    private static String csvLine(AuditRow row) {
        return Arrays.<@Nullable Object>asList(
                        row.id(),
                        row.occurredAt(),
                        row.actorId(),
                        row.actorKind(),
                        row.tenantId(),
                        row.projectId(),
                        row.action(),
                        row.target(),
                        row.outcome(),
                        row.errorCode(),
                        row.correlationId(),
                        row.sourceAddress(),
                        row.detail())
                .stream()
                .map(AuditExport::csvField)
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    /** Quoted, and never something a spreadsheet takes for a formula. */
    static String csvField(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
            text = "'" + text;
        }
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
