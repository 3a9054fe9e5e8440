package io.gpuaas.controlplane.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The lines of an archived month: each seal, followed by the rows of the month that it covers. */
final class ArchiveLines {

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    /** Exactly one of them is there. */
    record Line(@Nullable Seal seal, @Nullable AuditRow row) {}

    private ArchiveLines() {}

    static void write(Writer out, Seal seal) throws IOException {
        out.write(JSON.writeValueAsString(new Line(seal, null)) + "\n");
    }

    static void write(Writer out, AuditRow row) throws IOException {
        out.write(JSON.writeValueAsString(new Line(null, row)) + "\n");
    }

    static Line read(String line) {
        return JSON.readValue(line, Line.class);
    }
}
