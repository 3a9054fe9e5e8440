package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for an allocation, at a terminal and in a pipe. */
class ProgressTest {

    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String A = "0198c0de-0000-7000-8000-000000000009";
    private static final String ALLOCATION = """
            {"id":"%s","tenant_id":"%2$s","project_id":"%2$s","name":"training","labels":{},"sku":"s","count":1,
             "version":1,"created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"STATE",
             "state_since":"2026-11-16T05:59:30Z"}""".formatted(A, P);

    @TempDir
    Path folder;

    private Shell create(FakeServer server, Shell shell, String last) {
        String one = "GET /api/v1/projects/" + P + "/allocations/" + A;
        server.answers("POST /api/v1/projects/" + P + "/allocations", 201, at("requested"))
                .answersNext(one, 200, at("provisioning"))
                .answers(one, 200, at(last))
                .answers(one + "/timeline?limit=200", 200, """
                        {"items":[{"allocation_id":"%s","sequence":1,"at":"2026-11-16T05:59:31Z","kind":"progressed",
                         "state":"provisioning","phase":"preparing_host"}]}""".formatted(A));
        return shell.set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "t").set("GPUAAS_PROJECT", P);
    }

    private static String at(String state) {
        return ALLOCATION.replace("STATE", state);
    }

    @Test
    void atATerminalOneLineChangesAndIsGoneInTheEnd() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = create(server, new Shell(folder).typing(""), "active");
            assertThat(shell.type("allocations create --sku s --wait"))
                    .as(shell.said())
                    .isZero();
            assertThat(shell.said())
                    .contains("\r\033[K| provisioning: preparing host  0 s")
                    .endsWith("\r\033[K")
                    .doesNotContain("\n");
            assertThat(shell.printed()).startsWith("training  active for");
        }
    }

    @Test
    void whenTheTimeIsOverItSaysThatItGoesOn() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = create(server, new Shell(folder).piping(""), "provisioning");
            assertThat(shell.type("allocations create --sku s --wait --timeout 0"))
                    .isOne();
            assertThat(shell.said().lines().toList())
                    .containsExactly(
                            "2026-11-16T05:59:31Z  provisioning: preparing host",
                            "Timed out after 0 s: the allocation is not active yet. Check it with: gpuaas allocations show "
                                    + A);
            assertThat(shell.printed()).startsWith("training  provisioning for");
        }
    }

    @Test
    void inAPipeEachStepHasALineAndAFailureFails() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = create(server, new Shell(folder).piping(""), "failed");
            assertThat(shell.type("allocations create --sku s --wait")).isOne();
            assertThat(shell.said()).isEqualTo("2026-11-16T05:59:31Z  provisioning: preparing host\n");
            assertThat(shell.printed()).startsWith("training  failed for");
        }
    }
}
