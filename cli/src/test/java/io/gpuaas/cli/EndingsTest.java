package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How commands end that cannot do what they were asked. */
class EndingsTest {

    @TempDir
    Path folder;

    @Test
    void anExportThatBreaksOffLeavesNothingInTheWayOfTheNext() throws IOException {
        try (FakeServer server = new FakeServer()) {
            String export = "GET /api/v1/audit-events/export?format=csv";
            server.breaksOffNext(export, "id,act").answers(export, 200, "id,action\n");
            Path here = Files.createDirectory(folder.resolve("here"));
            Shell shell = new Shell(here).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "t");

            assertThat(shell.type("audit export --format csv --file trail.csv")).isOne();
            assertThat(shell.said()).contains("was interrupted").hasLineCount(1);
            assertThat(here).isEmptyDirectory();

            assertThat(shell.type("audit export --format csv --file trail.csv")).isZero();
            assertThat(here.resolve("trail.csv")).hasContent("id,action\n");
            assertThat(shell.type("audit export --format csv --file trail.csv")).isOne();
            assertThat(shell.said()).contains("trail.csv already exists");
            assertThat(here).isDirectoryContaining("glob:**trail.csv").isDirectoryNotContaining("glob:**download*");
        }
    }

    @Test
    void theVersionNeedsNoCommand() {
        Shell shell = new Shell(folder);
        assertThat(shell.type("--version")).isZero();
        assertThat(shell.printed()).isEqualTo("gpuaas unpackaged\n");
        assertThat(shell.type("allocations --version")).isZero();
        assertThat(shell.printed()).isEqualTo("gpuaas unpackaged\n");
    }
}
