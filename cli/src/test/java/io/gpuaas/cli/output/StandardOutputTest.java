package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Gpuaas;
import io.gpuaas.cli.session.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command stops when its output cannot be written. */
class StandardOutputTest {

    @TempDir
    Path folder;

    @Test
    void whenNobodyReadsTheCommandStopsAndSaysNothing() throws IOException {
        try (FakeServer server = new FakeServer()) {
            String page = "{\"items\":[%s],\"next_cursor\":\"%s\"}";
            String tenant = "{\"id\":\"0198c0de-0000-7000-8000-000000000001\",\"slug\":\"a\",\"name\":\"A\","
                    + "\"state\":\"active\",\"created_at\":\"2026-01-02T03:04:05Z\"}";
            String many = String.join(",", Collections.nCopies(200, tenant));
            server.answers("GET /api/v1/tenants?limit=200", 200, page.formatted(many, "1"))
                    .answers("GET /api/v1/tenants?cursor=1&limit=200", 200, page.formatted(many, "2"));
            StringWriter err = new StringWriter();

            int code = Gpuaas.run(surroundings(server, new Failing("Broken pipe"), err), "tenants", "list", "--all");

            assertThat(code).isEqualTo(141);
            assertThat(err.toString()).isEmpty();
            assertThat(server.received()).as("no page is fetched for nobody").hasSizeLessThan(3);
        }
    }

    @Test
    void aFullDiskIsSaid() {
        StandardOutput out = new StandardOutput(new Failing("No space left on device"));
        assertThatThrownBy(() -> out.write(1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
    }

    private Surroundings surroundings(FakeServer server, OutputStream out, StringWriter err) {
        OutputStream standard = new StandardOutput(out);
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                standard,
                new PrintWriter(standard, false, StandardCharsets.UTF_8),
                new PrintWriter(err, true),
                false);
        return new Surroundings(
                Map.of("GPUAAS_SERVER", server.url(), "GPUAAS_TOKEN", "t"),
                folder,
                folder,
                terminal,
                Clock.systemUTC());
    }

    private static final class Failing extends OutputStream {

        private final String reason;

        Failing(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int one) throws IOException {
            throw new IOException(reason);
        }
    }
}
